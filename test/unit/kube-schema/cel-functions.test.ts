import { describe, expect, it } from 'vitest';
import { compileThing, printed, thing } from './support/test-crd.ts';

/** What came of an expression: nothing when it is true. */
const outcomeOf = (rule: string): readonly string[] => {
  const resource = compileThing({ type: 'object', 'x-kubernetes-validations': [{ rule, message: 'm' }] });
  expect(resource.unsupportedRules()).toEqual([]);
  return printed(resource.validate(thing({})));
};

const errorOf = (expression: string): string =>
  (outcomeOf(`type(${expression}) == bool`)[0] ?? '')
    .replace('spec: Invalid value: "object": ', '')
    .replace(' evaluating rule: m', '');

describe('expressions of the Kubernetes libraries', () => {
  it.each([
    // operators and types
    '1 + 2 * 3 == 7 && -7 / 2 == -3 && -7 % 3 == -1 && 2u + 3u == 5u && 1.5 * 2.0 == 3.0',
    'dyn(1) == 1.0 && dyn(1) == 1u && dyn(1) != "1" && dyn(2u) > 1.5 && -9223372036854775808 < 0',
    '"é" > "z" && b"a" < b"b" && false < true && [1] + [2] == [1, 2] && b"a" + b"b" == b"ab"',
    '1 in [1, 2] && !("c" in {"a": 1}) && {"a": [1]}.a[0] == 1 && {1: "x"}[1] == "x"',
    '(1 / 0 > 0 || true) && !(1 / 0 > 0 && false) && (true ? true : 1 / 0 > 0)',
    'type(1) == int && type("") == string && type([]) == list && type({}) == map && type(null) == null_type',
    'type(duration("1s")) == google.protobuf.Duration && type(type(1)) == type',
    // conversions
    'int("-12") == -12 && int(1.9) == 1 && int(5u) == 5 && uint("5") == 5u && double("1e3") == 1000.0',
    'string(1.5) == "1.5" && string(1e20) == "1e+20" && string(true) == "true" && string(b"ab") == "ab" && bool("T")',
    'string(duration("90s")) == "90s" && string(timestamp("2020-01-01T01:00:00.5+01:00")) == "2020-01-01T00:00:00.5Z"',
    // strings
    '"é😀x".size() == 3 && "é😀x".indexOf("x") == 2 && "é😀x".substring(1, 2) == "😀" && "abc".charAt(3) == ""',
    '"a-b-c".lastIndexOf("-") == 3 && "hello".indexOf("l", 3) == 3 && "hello".lastIndexOf("l", 2) == 2',
    '"a,b,c".split(",", 2) == ["a", "b,c"] && "abc".split("") == ["a", "b", "c"] && "a".split(",", 0) == []',
    '"a-b-c".replace("-", "+", 1) == "a+b-c" && "ab".replace("", "-") == "-a-b-" && "b".replace("b", "$&") == "$&"',
    '["a", "b"].join("-") == "a-b" && "ABCé".lowerAscii() == "abcé" && " \\u00a0a\\t".trim() == "a"',
    '"foo12".find("[0-9]+") == "12" && "foo".find("[0-9]") == "" && "a1b2".findAll("[0-9]", 1) == ["1"]',
    '"AbC".matches("(?i)^abc$") && !"a\\nb".matches("a.b") && "a\\nb".matches("(?s)a.b") && "x".matches("")',
    'strings.quote("a\\"b") == "\\"a\\\\\\"b\\"" && "abc".reverse() == "cba" && "aXa".upperAscii() == "AXA"',
    // lists, maps and sets
    '[1, 2, 3].all(x, x > 0) && [1, 2].exists(x, x == 2) && [1, 2].exists_one(x, x > 1) && {"a": 1}.all(k, k == "a")',
    '[1, 2, 3].map(x, x > 1, x * 2) == [4, 6] && [1, 2].filter(x, x > 1) == [2] && [0, 1].exists(x, 1 / x > 0)',
    '[1, 2].all(i, v, v == i + 1) && [3, 4].transformList(i, v, i + v) == [3, 5] && {"a": 1}.transformMap(k, v, v + 1) == {"a": 2}',
    '[1].transformMapEntry(i, v, {string(i): v}) == {"0": 1} && [5].existsOne(i, v, v == 5) && [1, 2].exists(i, v, i == v - 1)',
    '[1, 2, 3].isSorted() && [1, 2].sum() == 3 && [3, 1].min() == 1 && [3, 1].max() == 3 && [1, 2, 1].lastIndexOf(1) == 2',
    '[1, 1].distinct() == [1] && [[1], [2]].flatten() == [1, 2] && [1, 2, 3].slice(1, 2) == [2] && [2, 1].sort() == [1, 2]',
    '[1, 2].reverse() == [2, 1] && lists.range(2) == [0, 1] && [1, 2].sortBy(x, -x) == [2, 1] && [].sum() == 0',
    'sets.contains([1, 2], [1]) && sets.equivalent([1, 1], [1]) && !sets.intersects([1], [2])',
    // times
    'duration("1h30m").getMinutes() == 90 && duration("-1.5s").getMilliseconds() == -1500 && duration("1h") - duration("1m") == duration("59m")',
    'timestamp("2020-01-01T00:00:00Z") + duration("1h") > timestamp("2020-01-01T00:30:00Z")',
    'timestamp("2020-06-15T12:34:56.7Z").getDayOfYear() == 166 && timestamp("2020-06-15T12:00:00Z").getDayOfWeek() == 1',
    'timestamp("2020-06-15T23:00:00Z").getDate("Asia/Tokyo") == 16 && timestamp("2020-06-15T12:00:00Z").getHours("-02:30") == 9',
    // optional values
    '{"a": {"b": 1}}.?a.b.value() == 1 && {"a": 1}.?b.orValue(5) == 5 && [1][?5].orValue(9) == 9 && !optional.none().hasValue()',
    'optional.of(2).optMap(x, x + 1).value() == 3 && optional.none().or(optional.of(2)).value() == 2 && !optional.ofNonZeroValue("").hasValue()',
    'optional.of(1) == optional.of(1) && has({"a": 1}.a) && !has({"a": 1}.b) && optional.of(2).optFlatMap(x, optional.of(x)).hasValue()',
    // URLs
    'isURL("https://a.b/c?d=e") && isURL("/x") && !isURL("a.b") && !isURL("https://a b") && isURL("https://[::1]:80/")',
    'url("https://u:p@a.b:8080/c%20d?x=1&x=2#f").getHost() == "a.b:8080" && url("https://a.b:8080/").getPort() == "8080"',
    'url("https://[::1]:80/").getHostname() == "::1" && url("https://a.b/é").getEscapedPath() == "/%C3%A9" && url("HTTPS://a").getScheme() == "https"',
    'url("https://a.b?x=1&y=2&x=3+4").getQuery()["x"] == ["1", "3 4"] && url("https://a.b").getQuery() == {}',
    // addresses
    'isIP("1.2.3.4") && !isIP("01.2.3.4") && isIP("::1") && !isIP("fe80::1%eth0") && !isIP("::ffff:1.2.3.4")',
    'ip("::1").family() == 6 && ip("0:0::1") == ip("::1") && string(ip("2001:DB8::0:1")) == "2001:db8::1" && !ip.isCanonical("0::1")',
    'ip("127.0.0.1").isLoopback() && ip("169.254.1.1").isLinkLocalUnicast() && ip("ff02::1").isLinkLocalMulticast() && ip("::").isUnspecified() && ip("8.8.8.8").isGlobalUnicast()',
    'isCIDR("10.0.0.0/8") && !isCIDR("10.0.0.0/33") && cidr("fd00::/64").prefixLength() == 64 && cidr("10.0.0.0/8").ip() == ip("10.0.0.0")',
    'cidr("10.0.0.0/8").containsIP("10.1.1.1") && cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16") && !cidr("10.0.0.0/8").containsCIDR(cidr("10.0.0.0/7"))',
    'string(cidr("10.1.2.3/8").masked()) == "10.0.0.0/8" && !cidr("10.0.0.0/8").containsIP(ip("::1")) && cidr("10.0.0.0/8") == cidr("10.0.0.0/8")',
    // quantities
    'isQuantity("1.5Gi") && !isQuantity("200K") && quantity("200k").asInteger() == 200000 && !quantity("1.5").isInteger()',
    'quantity("50k").add(20).sub(quantity("100k")).sub(-50000) == quantity("20") && sign(quantity("-1")) == -1',
    'quantity("50M").isLessThan(quantity("50Mi")) && quantity("200M").compareTo(quantity("0.2G")) == 0 && quantity("1").isGreaterThan(quantity("1m"))',
    'quantity("1e3").asApproximateFloat() == 1000.0 && quantity("0.1n") == quantity("1n")',
  ])('hold: %s', (rule) => {
    expect(outcomeOf(rule)).toEqual([]);
  });

  it.each([
    ['1 / 0', 'division by zero'],
    ['1 % 0', 'modulus by zero'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['2u - 3u', 'unsigned integer overflow'],
    ['int("1.5")', "type conversion error from 'string' to 'int'"],
    ['duration("1d")', "type conversion error from 'string' to 'google.protobuf.Duration'"],
    [
      'timestamp("2020-02-30T00:00:00Z")',
      "type conversion error from 'string' to 'google.protobuf.Timestamp'",
    ],
    ['{"a": 1}.b', 'no such key: b'],
    ['[1][2]', 'index out of bounds: 2'],
    ['"abc".substring(4)', 'index out of range: 4'],
    ['"abc".substring(2, 1)', 'invalid substring range. start: 2, end: 1'],
    ['"abc".charAt(-1)', 'index out of range: -1'],
    ['[].min()', 'min called on empty list'],
    ['optional.none().value()', 'optional.none() dereference'],
    ['"a".matches("(")', 'error parsing regexp: missing closing ): `(`'],
    ['quantity("1K")', "unable to parse quantity's suffix"],
    ['quantity("1.0").asInteger()', 'cannot convert value to integer'],
    ['url("x")', 'URL parse error during conversion from string: parse "x": invalid URI for request'],
    [
      'ip("1.2.3.")',
      'IP Address "1.2.3." parse error during conversion from string: ParseAddr("1.2.3."): IPv4 field must have at least one digit (at ".")',
    ],
    [
      'cidr("1.2.3.4/33")',
      'network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("1.2.3.4/33"): prefix length out of range',
    ],
    ['ip("fe80::1%eth0")', 'IP address "fe80::1%eth0" with zone value is not allowed'],
  ])('fail: %s', (expression, error) => {
    expect(errorOf(expression)).toBe(error);
  });

  it.each([
    'dyn("a") + 1',
    'dyn(1).size()',
    'dyn(1) && true',
    '!dyn(1)',
    'dyn("a") < 1',
    'dyn([1]) - dyn([1])',
  ])('have no overload for %s', (expression) => {
    expect(errorOf(expression)).toMatch(/^'no such overload.*': call arguments did not match/);
  });
});
