import { describe, expect, test } from 'vitest'
import { measure } from './measure.js'

const shape = (text: string) =>
  measure('a.ts', text).functions.map(({ name, lines, nesting, parameters }) => [name, lines, nesting, parameters])

describe('a file is measured', () => {
  test.each([
    ['in lines, without the last line break', 'a\nb\n', 2, 0],
    ['lines of comment that stand alone', '/** a\n * b */\nlet a = 1 // c\n// d\nlet b = `// e`', 5, 3],
    ['a comment at the end of the file', 'let a = 1\n// b\n', 2, 1],
  ])('%s', (_, text, lines, commentLines) => {
    expect(measure('a.ts', text)).toMatchObject({ lines, commentLines })
  })
})

describe('a function is measured', () => {
  test.each<[string, string, unknown[][]]>([
    ['a declaration', 'function a(b: 1, c: 2) {\n  return b + c\n}', [['a', 3, 0, 2]]],
    ['without `this`', 'function a(this: Date, b: 1) {}', [['a', 1, 0, 1]]],
    ['a constructor', 'class A { constructor(a: 1) {} }', [['A.constructor', 1, 0, 1]]],
    ['a method, by its class', 'class A { b(c: 1) {} }', [['A.b', 1, 0, 1]]],
    ['a signature', 'interface A { b(c: 1, d: 2): void }', [['A.b', 1, 0, 2]]],
    ['a constant by its name', 'const a = (b: 1) => b', [['callback in a', 1, 0, 1]]],
    [
      'a callback by what it is in',
      'function a() {\n  b((c, d) => c)\n}',
      [
        ['a', 3, 0, 0],
        ['callback in a', 1, 0, 2],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(shape(text)).toEqual(expected)
  })

  test.each([
    ['`else if` is no deeper', 'if (a) b\nelse if (c) d', 1],
    ['blocks in blocks', 'for (const a of b) { while (c) { try { d } catch { if (e) f } } }', 4],
    ['a callback with a block', 'if (a) b(() => { c })', 2],
    ['a callback that is an expression', 'if (a) b(() => c)', 1],
    ['siblings', 'if (a) b\nif (c) d', 1],
  ])('nesting: %s', (_, body, nesting) => {
    expect(measure('a.ts', `function f() { ${body} }`).functions[0]).toMatchObject({ name: 'f', nesting })
  })
})
