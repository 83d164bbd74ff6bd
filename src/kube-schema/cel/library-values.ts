import { type IpAddress, printIpAddress } from '../net/ip-address.ts';
import { type IpPrefix, printIpPrefix } from '../net/ip-prefix.ts';
import type { Url } from '../net/url.ts';
import { compareQuantities, type Quantity } from '../quantity.ts';
import { CelObject, type CelValue, noSuchOverload } from './values.ts';

export class CelIp extends CelObject {
  readonly typeName = 'net.IP';
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelIp)) throw noSuchOverload();
    return printIpAddress(this.address) === printIpAddress(other.address);
  }
}

export class CelCidr extends CelObject {
  readonly typeName = 'net.CIDR';
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    super();
    this.prefix = prefix;
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelCidr)) throw noSuchOverload();
    return printIpPrefix(this.prefix) === printIpPrefix(other.prefix);
  }
}

export class CelUrl extends CelObject {
  readonly typeName = 'kubernetes.URL';
  readonly url: Url;

  constructor(url: Url) {
    super();
    this.url = url;
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelUrl)) throw noSuchOverload();
    return this.url.text === other.url.text;
  }
}

export class CelQuantity extends CelObject {
  readonly typeName = 'kubernetes.Quantity';
  readonly quantity: Quantity;

  constructor(quantity: Quantity) {
    super();
    this.quantity = quantity;
  }

  equalTo(other: CelValue): boolean {
    if (!(other instanceof CelQuantity)) throw noSuchOverload();
    return compareQuantities(this.quantity, other.quantity) === 0;
  }
}
