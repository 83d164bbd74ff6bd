const yearInSeconds = 31_536_000;

/** What browsers may not do with an answer of the API, which is never a page. */
const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const features = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/**
 * The fields of every answer, also of those to what never became a request, by the OWASP REST Security Cheat Sheet
 * ("Security Headers"). HSTS (RFC 6797 §7.2) only where clients come by https.
 */
export const securityHeaders = (publicUrl: string): readonly (readonly [name: string, value: string])[] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', nothing],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Permissions-Policy', features.map((feature) => `${feature}=()`).join(', ')],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ...(publicUrl.startsWith('https://')
    ? [['Strict-Transport-Security', `max-age=${yearInSeconds}`] as const]
    : []),
];
