import fc from 'fast-check'

/** Names that objects inherit, that promises and JSON look for, and that messages have. */
export const hostileNames = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'toJSON', 'length', ''],
  ...['jsonrpc', 'id', 'method', 'params', 'result', 'error', '_meta', 'name', 'arguments', 'uri', 'cursor', 'task'],
] as const

const strings = [
  ...['""', '"a"', '"2.0"', '"tools/call"', '"\\u0000"', '"\\ud800"', '"\\udc00x"', '"é😀"', '"\\u2028"', '"\\"[{"'],
  ...['"__proto__"', '"ping"', '"2026-07-28"', '"\\n"', '"/"', '"%00"'],
]
const numbers = [
  ...['0', '-0', '1', '-1', '1e3', '1.0', '1.5', '1E400', '-1e400', '5e-324', '9007199254740991', '9007199254740992'],
  ...['1e21', '2147483648', '0.1e1'],
]
const scalar = fc.constantFrom(...strings, ...numbers, 'true', 'false', 'null')
const key = fc.constantFrom(...hostileNames).map((name) => JSON.stringify(name))

/**
 * JSON text as it may come from anybody: members that have the same name, names that objects inherit, numbers written in
 * every way, halves of characters, and spaces.
 */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(key, tie('text')), { maxLength: 4 })
        .map((members) => `{${members.map(([name, value]) => `${name}: ${value}`).join(' ,')}}`),
    },
  ),
})).text

/** Any JSON value, its members its own whatever their names are. */
export const json: fc.Arbitrary<unknown> = jsonText.map((text) => JSON.parse(text))

/** Text that nests around `limit` levels deep. */
export function nestedText(limit: number): fc.Arbitrary<string> {
  return fc.tuple(fc.integer({ min: limit - 2, max: limit + 2 }), fc.boolean()).map(([levels, isArray]) => {
    const [open, close] = isArray ? ['[', ']'] : ['{"a":', '}']
    return `${open.repeat(levels - 1)}[]${close.repeat(levels - 1)}`
  })
}
