import { describe, expect, test } from 'vitest'
import { findCycle } from './find-cycle.js'
import { importsOf } from './imports-of.js'
import { nodeGlobals } from './node-globals.js'

describe('importsOf finds', () => {
  test.each([
    ['a value', "import { a } from './b.js'", './b.js', 'value', 'x/b.ts'],
    ['a type', "import type { A } from '../b.js'", '../b.js', 'type', 'b.ts'],
    ['an effect', "import './b.js'", './b.js', 'value', 'x/b.ts'],
    ['a named type, which is loaded all the same', "import { type A } from './b.js'", './b.js', 'value', 'x/b.ts'],
    ['what is passed on', "export { a } from './b.js'", './b.js', 'value', 'x/b.ts'],
    ['a type that is passed on', "export type { A } from './b.js'", './b.js', 'type', 'x/b.ts'],
    ['a type in place', "let a: import('./b.js').A", './b.js', 'type', 'x/b.ts'],
    ['what is loaded later', "const a = await import('node:fs')", 'node:fs', 'lazy', undefined],
  ])('%s', (_, text, specifier, kind, path) => {
    const source = path === undefined ? {} : { path }
    expect(importsOf({ path: 'x/a.ts', text })).toEqual([{ from: 'x/a.ts', line: 1, specifier, kind, ...source }])
  })
})

describe('nodeGlobals', () => {
  test.each([
    ['finds a use', 'a\nBuffer.from(b)', ['a.ts:2 Buffer']],
    ['finds a use by the global object', 'globalThis.process', ['a.ts:1 process']],
    ['lets members of other things be', 'this.process({ process: 1 }); class A { global = 1 }', []],
    ['lets comments and texts be', "// process\n'process'", []],
  ])('%s', (_, text, expected) => {
    expect(nodeGlobals({ path: 'a.ts', text })).toEqual(expected)
  })
})

describe('findCycle', () => {
  test.each<[string, Record<string, string[]>, string[] | undefined]>([
    ['finds none in a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, undefined],
    ['finds one, from where it begins', { a: ['b'], b: ['c'], c: ['b'] }, ['b', 'c', 'b']],
    ['finds a file that imports itself', { a: ['a'] }, ['a', 'a']],
  ])('%s', (_, graph, expected) => {
    expect(findCycle(new Map(Object.entries(graph)))).toEqual(expected)
  })
})
