import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ResourceContents } from '../../../entries/protocol.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import { leave, type Step } from '../fixtures/scripted-terminal.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'host-'))
})

afterEach(() => rm(cwd, { recursive: true }))

function library(contents: readonly ResourceContents<string>[], uriTemplate = 'dish://{name}') {
  const read: string[] = []
  const host = fakeHost({
    servers: [{ name: 'kitchen', state: 'idle', since: 0, launch: { type: 'program' }, isEmpty: false, tokens: 0 }],
    resources: async () => [{ server: 'kitchen', uri: 'dish://a', name: 'a', description: 'The first' }],
    resourceTemplates: async () => [{ server: 'kitchen', uriTemplate, name: 'dish' }],
    readResource: async ({ server, uri }) => {
      read.push(`${server} ${uri}`)
      return { contents: [...contents] }
    },
  })
  return { host, read }
}

const open: Step = ['What next', 'Read a resource']
const close: Step = ['Which resource', 'Back']
const note = { uri: 'dish://a', text: 'Noodles\u001b[31m' }
const image = { uri: 'dish://a', blob: 'AAECAw==', mimeType: 'image/png' }

test('a resource is chosen and read', async () => {
  const { host, read } = library([note])
  const transcript = await runScript(host, [open, ['Which resource', 'kitchen: dish://a'], close])
  expect(read).toEqual(['kitchen dish://a'])
  expect(transcript).toContain(
    '? Which resource [kitchen: dish://a | kitchen: dish://{name} | Type an address … | Back]',
  )
  expect(transcript).toContain('plain: dish://a\nNoodles\u001b[31m')
})

test('a template is filled in', async () => {
  const { host, read } = library([note])
  await runScript(host, [open, ['Which resource', 'kitchen: dish://{name}'], ['name', ''], ['name', 'a b/c'], close])
  expect(read).toEqual(['kitchen dish://a%20b%2Fc'])
})

test('a template that is left is not read', async () => {
  const { host, read } = library([note])
  await runScript(host, [open, ['Which resource', 'kitchen: dish://{name}'], ['name', leave], close])
  expect(read).toEqual([])
})

test('a template of more than that is typed', async () => {
  const { host, read } = library([note], 'dish://{?q*}')
  await runScript(host, [open, ['Which resource', 'kitchen: dish://{?q*}'], ['Its address', 'dish://?q=1'], close])
  expect(read).toEqual(['kitchen dish://?q=1'])
})

test('an address can be typed', async () => {
  const { host, read } = library([note])
  await runScript(host, [
    open,
    ['Which resource', 'Type an address'],
    ['Its address', 'dish://b'],
    ['Which resource', 'Type an address'],
    ['Its address', leave],
    close,
  ])
  expect(read).toEqual(['kitchen dish://b'])
})

describe('what is no text', () => {
  const save: readonly Step[] = [
    open,
    ['Which resource', 'kitchen: dish://a'],
    ['What to do', 'Save dish://a (image/png, 4 B) to a file'],
  ]
  const back: readonly Step[] = [['What to do', 'Back'], close]

  test('is saved', async () => {
    const transcript = await runScript(library([image]).host, [...save, ['Save to', 'as it is'], ...back], { cwd })
    expect([...(await readFile(join(cwd, 'result.png')))]).toEqual([0, 1, 2, 3])
    expect(transcript).toContain(`good: Saved 4 B to ${join(cwd, 'result.png')}`)
  })

  test.each<[string, Step, number]>([
    ['replaces a file only where the person says so', ['/', true], 4],
    ['does not replace it where they say no', ['/', false], 3],
    ['does not replace it where they leave', ['/', leave], 3],
  ])('%s', async (_name, answer, size) => {
    await writeFile(join(cwd, 'x'), 'old')
    const steps: readonly Step[] = [...save, ['Save to', 'x'], answer, ...back]
    const transcript = await runScript(library([image]).host, steps, { cwd })
    expect(await readFile(join(cwd, 'x'))).toHaveLength(size)
    expect(transcript).toContain(`? ${join(cwd, 'x')} is there already. Replace it? (y/N)`)
  })

  test.each<[string, readonly Step[], RegExp]>([
    [
      'needs a name',
      [
        ['Save to', ' '],
        ['Save to', leave],
      ],
      /^! must be the name of a file$/,
    ],
    ['may not be possible to save', [['Save to', 'no/where']], /^bad: ENOENT/],
  ])('%s', async (_name, steps, printed) => {
    const transcript = await runScript(library([image]).host, [...save, ...steps, ...back], { cwd })
    expect(transcript.filter((line) => printed.test(line))).toHaveLength(1)
  })
})

test('what is too long is cut, and can be saved as a whole', async () => {
  const long = { uri: 'dish://a', text: 'x'.repeat(30_000) }
  const transcript = await runScript(
    library([long]).host,
    [
      open,
      ['Which resource', 'kitchen: dish://a'],
      ['What to do', 'Save all of it'],
      ['Save to', 'all.json'],
      ['What to do', 'Back'],
      close,
    ],
    { cwd },
  )
  expect(transcript.find((line) => line.includes('xxx'))).toHaveLength(
    'plain: '.length + 20_000 + '… (10009 characters more)'.length,
  )
  expect(JSON.parse(await readFile(join(cwd, 'all.json'), 'utf8'))).toEqual({ contents: [long] })
})
