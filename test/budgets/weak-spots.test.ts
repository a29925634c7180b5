import { describe, expect, test } from 'vitest'
import { filesUnder, type SourceFile, sourceFiles } from '../support/source-files.js'
import { weakExceptions } from './weak-exceptions.js'
import { AssertingNames, shapes, weakSpots } from './weak-spots.js'

const files = [...sourceFiles(), ...filesUnder('test'), ...filesUnder('packages/sdk/test')]
const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path))

test('no test has a shape that lets a fault pass', () => {
  const names = new AssertingNames(files)
  const found = tests.flatMap((file) => weakSpots(file, names.of(file.path)))
  const excused = new Set(weakExceptions.map(({ path, shape }) => `${path} ${shape}`))
  const weak = found.filter(({ path, shape }) => !excused.has(`${path} ${shape}`))
  expect(weak.map(({ path, line, shape }) => `${path}:${line} ${shapes[shape]}`)).toEqual([])
  const used = new Set(found.map(({ path, shape }) => `${path} ${shape}`))
  expect([...excused].filter((each) => !used.has(each))).toEqual([])
}, 300_000)

const spotsOf = (text: string, others: readonly SourceFile[] = []) => {
  const file = { path: 'a.test.ts', text }
  return weakSpots(file, new AssertingNames([file, ...others]).of(file.path)).map(({ line, shape }) => [line, shape])
}

describe('weakSpots finds', () => {
  test.each([
    ['under if', 'if (a) expect(b).toBe(1)', 'conditional'],
    ['under else', 'if (a) b()\nelse expect(b).toBe(1)', 'conditional'],
    ['in a branch of ?:', 'a ? expect(b).toBe(1) : 0', 'conditional'],
    ['behind &&', 'a && expect(b).toBe(1)', 'conditional'],
    ['in a case', 'switch (a) { case 1: expect(b).toBe(1) }', 'conditional'],
    ['in a catch', 'try { a() } catch (e) { expect(e).toBe(1) }', 'conditional'],
    ['in .catch', 'a.catch((e) => expect(e).toBe(1))', 'conditional'],
    ['behind a return of a test', "test('x', () => { if (a) return; expect(b).toBe(1) })", 'conditional'],
    ['an empty catch', 'try { a() } catch {}', 'swallowed'],
    ['an awaited failure', "test('x', async () => { expect(1).toBe(1); await a.catch(() => {}) })", 'swallowed'],
    ['toBeDefined', 'expect(a).toBeDefined()', 'vague'],
    ['toBeTruthy', 'expect(a).toBeTruthy()', 'vague'],
    ['not undefined', 'expect(a).not.toBeUndefined()', 'vague'],
    [
      'an awaited failure by way of a constant',
      "test('x', async () => { expect(1).toBe(1); const b = a.catch(() => {}); await b })",
      'swallowed',
    ],
    ['any error', 'expect(a).toThrow()', 'anyError'],
    ['any error, by its class', 'expect(a).toThrow(Error)', 'anyError'],
    ['any error, as an object', 'expect(a).toBeInstanceOf(Error)', 'anyError'],
    ['promises that were rejected', "expect(all.map(({ status }) => status)).toEqual(['rejected'])", 'anyError'],
    ['every one of no one', "test('x', async () => { const a = await b(); expect(a.every(c)).toBe(true) })", 'empty'],
    ['a loop over nothing', "test('x', async () => { for (const a of await b()) expect(a).toBe(1) })", 'empty'],
    [
      'a loop over a list that was found',
      "test('x', () => { const c = b.filter(d); for (const a of c) expect(a).toBe(1) })",
      'empty',
    ],
    ['a thing and itself', 'expect(a.b).toEqual(a.b)', 'itself'],
    ['one of some', 'expect([1, 2]).toContain(a)', 'either'],
    ['one or the other', 'expect(a === 1 || a === 2).toBe(true)', 'either'],
    ['one of some words', 'expect(a).toMatch(/^(closed|gone)$/)', 'either'],
    ['a clock', 'expect(performance.now() - start).toBeLessThan(5)', 'clock'],
    ['a sleep', 'await new Promise((resolve) => setTimeout(resolve, 50))', 'sleep'],
    ['a wait', 'await wait(50)', 'sleep'],
    ['an environment in place of that of the process', 'process.env = { A: a }', 'environment'],
    ['a test that asserts nothing', "test('x', () => { a() })", 'silent'],
    ['a table that asserts nothing', "test.each([1])('x', (n) => { a(n) })", 'silent'],
  ])('%s', (_, text, shape) => {
    expect(spotsOf(text)).toEqual([[text.split('\n').length, shape]])
  })
})

describe('weakSpots leaves alone', () => {
  test.each([
    ['a condition in what is expected', 'expect(a).toBe(b ? 1 : 2)'],
    ['a callback under no condition', "test('x', () => { a((b) => { expect(b).toBe(1) }) })"],
    ['a failure that is handled elsewhere', 'call.catch(() => {})'],
    ['a failure of what a fixture cleans up', 'const close = async () => { await a.catch(() => {}) }'],
    ['a row that says what it checks', "test.each(rows)('%s', (_name, run) => run())"],
    ['a name that is like that of a test', 'it.screen.select(() => {})'],
    ['no error', 'expect(a).not.toThrow()'],
    ['a variable of the environment', "process.env['A'] = a"],
    ['none of some words', 'expect(a).not.toMatch(/^(b|c)$/)'],
    ['a clock that a busy machine makes longer', 'expect(performance.now() - start).toBeGreaterThan(5)'],
    [
      'every one of a list that is counted',
      "test('x', () => { expect(a).toHaveLength(2); expect(a.every(c)).toBe(true) })",
    ],
    ['every one of some', "test('x', () => { expect([a, b].every(c)).toBe(true) })"],
    [
      'a loop over what is written there',
      "test('x', () => { for (const a of ['b', 'c'] as const) expect(a).toBe(1) })",
    ],
    [
      'a loop over as many as are made',
      "test('x', () => { const b = Array.from({ length: 3 }, c); for (const a of b) expect(a).toBe(1) })",
    ],
    ['a loop over a row', "test.each(rows)('x', (b) => { for (const a of b) expect(a).toBe(1) })"],
    ['what is called twice', 'expect(a()).toBe(a())'],
    ['the next turn', 'await new Promise((resolve) => setTimeout(resolve, 0))'],
    ['a function of this file that asserts', "const a = () => expect(1).toBe(1)\ntest('x', () => { a() })"],
    ['one that uses it', "const a = () => b()\nfunction b() { throw c }\ntest('x', () => { a() })"],
  ])('%s', (_, text) => {
    expect(spotsOf(text)).toEqual([])
  })

  test('a function of another file that asserts', () => {
    const other = { path: 'test/b.ts', text: 'export function b() { expect(1).toBe(1) }' }
    expect(spotsOf("import { b } from '#test/b.js'\ntest('x', () => { b() })", [other])).toEqual([])
    expect(spotsOf("import { c } from '#test/b.js'\ntest('x', () => { c() })", [other])).toEqual([[2, 'silent']])
  })
})
