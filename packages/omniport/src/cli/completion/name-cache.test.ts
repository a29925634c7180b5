import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TargetName } from '../command-line/invocation.js'
import { type Offered, readNames, rememberNames } from './name-cache.js'

let home: string
let env: Record<string, string>

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'names-'))
  env = { XDG_CACHE_HOME: join(home, 'cache') }
})

afterEach(() => rm(home, { recursive: true }))

const word = (text: string): TargetName => ({ type: 'word', word: text }) as TargetName
const remember = (name: string, offered: object) => rememberNames(word(name), offered as Offered, { env })

const tool = (name: string, properties?: object) => ({
  name,
  inputSchema: { type: 'object', ...(properties && { properties }) },
})

test('tools have the names of their arguments, prompts too, and resources their URIs', async () => {
  await remember('a', {
    tools: [tool('x', { one: {}, two: {} }), tool('y')],
    prompts: [{ name: 'p', arguments: [{ name: 'q' }] }, { name: 'r' }],
    resources: [{ uri: 'a:b', name: 'n' }],
    resourceTemplates: [{ uriTemplate: 'a:{b}', name: 'n' }],
  })
  expect(await readNames('a', { env })).toEqual({
    tools: { x: ['one', 'two'], y: [] },
    prompts: { p: ['q'], r: [] },
    resources: ['a:b'],
  })
})

test('a list that is left out stays as it was', async () => {
  await remember('a', { tools: [tool('x')], resources: [{ uri: 'a:b' }] })
  await remember('a', { prompts: [{ name: 'p' }], resources: [] })
  expect(await readNames('a', { env })).toEqual({ tools: { x: [] }, prompts: { p: [] }, resources: [] })
})

test('each target has its own names', async () => {
  await remember('a', { resources: [{ uri: 'a:a' }] })
  await remember('b', { resources: [{ uri: 'a:b' }] })
  expect([await readNames('a', { env }), await readNames('b', { env }), await readNames('c', { env })]).toEqual([
    { resources: ['a:a'] },
    { resources: ['a:b'] },
    {},
  ])
})

test('a target that is a command is not remembered', async () => {
  await rememberNames(
    { type: 'command', command: 'node', args: [] } as unknown as TargetName,
    { resources: [] },
    { env },
  )
  expect(await readdir(home)).toEqual([])
})

test('the 100 targets that were listed last are remembered', async () => {
  const all = Array.from({ length: 100 }, (_, index) => [`t${index}`, { resources: [`a:${index}`] }])
  await remember('t0', {})
  await writeFile(join(home, 'cache', 'omniport', 'names.json'), JSON.stringify(all))
  await remember('t0', { resources: [{ uri: 'a:new' }] })
  await remember('more', { resources: [] })
  expect([await readNames('t0', { env }), await readNames('t1', { env }), await readNames('t2', { env })]).toEqual([
    { resources: ['a:new'] },
    {},
    { resources: ['a:2'] },
  ])
})

test('the first 500 names of a list are remembered', async () => {
  const many = Array.from({ length: 501 }, (_, index) => index)
  await remember('a', {
    tools: many.map((index) => tool(`t${index}`)),
    prompts: many.map((index) => ({ name: `p${index}` })),
    resources: many.map((index) => ({ uri: `a:${index}` })),
  })
  const { tools = {}, prompts = {}, resources = [] } = await readNames('a', { env })
  expect([Object.keys(tools).at(-1), Object.keys(prompts).at(-1), resources.at(-1)]).toEqual(['t499', 'p499', 'a:499'])
})

test('only the user may read what is remembered, and nothing else is left', async () => {
  await remember('a', { resources: [] })
  const folder = join(home, 'cache', 'omniport')
  const modes = [await stat(folder), await stat(join(folder, 'names.json'))].map(({ mode }) => mode & 0o777)
  expect([await readdir(folder), modes]).toEqual([['names.json'], [0o700, 0o600]])
})

test('a file that is broken is begun again', async () => {
  await remember('a', { resources: [] })
  const file = join(home, 'cache', 'omniport', 'names.json')
  await writeFile(file, 'x')
  expect(await readNames('a', { env })).toEqual({})
  await remember('b', { resources: [] })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([['b', { resources: [] }]])
})

test('a folder that cannot be written is no failure', async () => {
  await writeFile(join(home, 'cache'), 'a file')
  await remember('a', { resources: [] })
  expect(await readNames('a', { env })).toEqual({})
})
