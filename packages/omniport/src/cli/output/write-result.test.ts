import { describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { Io } from '../process/io.js'
import { extensionOf } from './extension-of.js'
import { fileSize } from './file-size.js'
import { toWriteError } from './to-write-error.js'
import { isPrinted, type OutputOptions, writeResult } from './write-result.js'
import { writeValue } from './write-value.js'

async function print(options: OutputOptions, world: Partial<Io> = {}, text = 'for people') {
  const { io, stdout } = createMemoryIo({ cwd: '/', ...world })
  await writeResult({ value: { a: 1 }, toText: ({ columns }) => text.replace('COLUMNS', String(columns)) }, options, io)
  return stdout()
}

describe('a result', () => {
  test('is data in a pipe, text at a terminal, and an envelope with --json', async () => {
    expect(await print({})).toBe('{"a":1}\n')
    expect(await print({}, { isTerminal: true })).toBe('for people\n')
    expect(await print({ text: true })).toBe('for people\n')
    expect(await print({ json: true }, { isTerminal: true })).toBe('{"result":{"a":1}}\n')
    expect(await print({ json: true, text: true })).toBe('{"result":{"a":1}}\n')
  })

  test('without text is nothing', async () => {
    expect(await print({ text: true }, {}, '')).toBe('')
  })

  test('is as wide as the terminal, or 80 columns', async () => {
    expect(await print({ text: true }, {}, 'COLUMNS')).toBe('80\n')
    expect(await print({ text: true }, { columns: 120 }, 'COLUMNS')).toBe('120\n')
  })

  test('has the warnings that came before in its envelope', async () => {
    const { io, stdout } = createMemoryIo({ cwd: '/' })
    io.warn('odd')
    await writeResult({ value: 7, toText: () => '' }, { json: true }, io)
    expect(stdout()).toBe('{"result":7,"warnings":["odd"]}\n')
  })

  test('that has no text of its own is shown by its members', async () => {
    const { io, stdout } = createMemoryIo({ cwd: '/' })
    await writeValue({ a: 1 }, { text: true }, io)
    expect(stdout()).toBe('a: 1\n')
  })
})

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ text: true }, false, true],
  [{ json: true }, true, false],
  [{ json: true, text: true }, true, false],
] satisfies [OutputOptions, boolean, boolean][])(
  '%j at a terminal %s is for people: %s',
  (options, isTerminal, expected) => {
    expect(isPrinted(options, { isTerminal })).toBe(expected)
  },
)

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [1_000_000, '1.0 MB'],
  [12_345_678, '12.3 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

test.each([
  ['image/png', '.png'],
  ['audio/mpeg', '.mp3'],
  ['text/plain', '.txt'],
  ['application/x-sh', '.bin'],
  ['image/png; name=a.sh', '.bin'],
  ['', '.bin'],
  [undefined, '.bin'],
])('a file of type %s ends in %s', (type, extension) => {
  expect(extensionOf(type)).toBe(extension)
})

test.each([
  ['EEXIST', '--output: cannot write "a": it is there already; give another path, or remove it'],
  ['EACCES', '--output: cannot write "a": not allowed'],
])('a file that cannot be written: %s', (code, message) => {
  const cause = Object.assign(new Error('not allowed'), { code })
  expect(toWriteError('--output', '"a"', cause)).toMatchObject({ code: 'usage', message, cause })
})
