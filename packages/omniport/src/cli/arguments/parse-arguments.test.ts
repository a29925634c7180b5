import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Io } from '../process/io.js'
import { parseArguments } from './parse-arguments.js'

let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-arguments-'))
  await writeFile(join(cwd, 'a.txt'), 'line\n')
  await writeFile(join(cwd, 'a.json'), '[1]')
})

afterAll(() => rm(cwd, { recursive: true }))

const parse = (words: readonly string[], stdin = '') =>
  parseArguments(words, { cwd, stdin: streamOf(stdin), signal: new AbortController().signal } as Partial<Io> as Io)

async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of new TextEncoder().encode(text)) yield Uint8Array.of(byte)
}

test.each([
  ['text', ['a=b'], [{ name: 'a', value: { text: 'b' } }]],
  ['text may be empty', ['a='], [{ name: 'a', value: { text: '' } }]],
  ['text has the other equals signs', ['a=b=c:=d'], [{ name: 'a', value: { text: 'b=c:=d' } }]],
  ['JSON', ['a:=[1,"x"]'], [{ name: 'a', value: { json: [1, 'x'] } }]],
  ['a name may have a colon', ['a:b=c'], [{ name: 'a:b', value: { text: 'c' } }]],
  ['the text of a file', ['a=@a.txt'], [{ name: 'a', value: { text: 'line\n' } }]],
  ['the JSON of a file', ['a:=@a.json'], [{ name: 'a', value: { json: [1] } }]],
  ['names of object members are names', ['__proto__=x'], [{ name: '__proto__', value: { text: 'x' } }]],
  ['all in one', ['{"a":1,"__proto__":2}'], [...Object.entries({ a: 1, ['__proto__']: 2 })].map(jsonArgument)],
  ['none', [], []],
])('%s', async (_name, words, expected) => {
  expect(await parse(words)).toEqual(expected)
})

function jsonArgument([name, json]: [string, unknown]) {
  return { name, value: { json } }
}

test('all in one from stdin, wherever its bytes are split', async () => {
  expect(await parse(['-'], '{"a":"é"}')).toEqual([{ name: 'a', value: { json: 'é' } }])
})

test.each([
  ['a word that is none of the forms', ['a'], '"a" must be key=value, key:=json, key=@file, \'{json}\' or -'],
  ['a value without a name', ['=a'], '"=a" must be key=value, key:=json, key=@file, \'{json}\' or -'],
  ['JSON without a name', [':=1'], '":=1" must be key=value, key:=json, key=@file, \'{json}\' or -'],
  ['all in one and another', ['{}', 'a=1'], '"{}" holds all arguments, give no others'],
  ['JSON that is none', ['a:=b'], /^a: not JSON: /],
  ['an object that is none', ['{a}'], /^the arguments: not JSON: /],
  ['a file that is not there', ['a=@no.txt'], /^a: cannot read the file "no.txt": ENOENT/],
])('%s is an error', async (_name, words, message) => {
  await expect(parse(words)).rejects.toThrow(message)
})

test('stdin that is no object is an error', async () => {
  await expect(parse(['-'], '[1]')).rejects.toThrow('The arguments must be a JSON object, got [1]')
})
