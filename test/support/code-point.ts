import fc from 'fast-check'

const count = 0x11_0000
const surrogates = { start: 0xd800, count: 0x800 }

/**
 * Any code point but surrogates, as a unit of `fc.string`. The unit `binary` of fast-check has the same ones, and takes a second of each
 * process for a table of them.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .nat(count - surrogates.count - 1)
  .map((at) => String.fromCodePoint(at < surrogates.start ? at : at + surrogates.count))
