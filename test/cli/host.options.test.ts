import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { createFileAudit } from 'omniport/host'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Step } from '../../packages/omniport/src/cli/host/fixtures/scripted-terminal.js'
import {
  delta,
  startFakeOpenAi,
  streams,
  toEvents,
} from '../../packages/omniport/src/host/sampling/open-ai/fixtures/fake-open-ai.js'
import { type HostWorld, program, readAudit, runHostSession } from './host-session.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'host-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const wants = program('test/cli/fixtures/wants.mjs')

/** Calls a tool of the one server. */
function call(tool: string, steps: readonly Step[], world: HostWorld = {}) {
  const all: readonly Step[] = [
    ['What next', 'Call a tool'],
    ['Run the program of wants', 'Allow this once'],
    ['Which tool', `wants__${tool}`],
    ['Call a tool of wants?', 'Allow this once'],
    ...steps,
    ['Which tool', 'Back'],
    ['What next', 'Quit'],
  ]
  return runHostSession(cwd, all, { servers: { wants }, ...world })
}

test('a server that asks is told the folders that were given, from the one it was started in', async () => {
  const place = join(cwd, 'other/place')
  for (const folder of [join(cwd, 'sub'), place]) await mkdir(folder, { recursive: true })
  const roots = [
    { uri: pathToFileURL(join(cwd, 'sub')).href, name: 'sub' },
    { uri: pathToFileURL(place).href, name: 'place' },
  ]
  const allow: Step = ['Tell wants', 'Allow this once']
  const { transcript } = await call('where', [allow], { flags: { root: ['sub', place] } })
  expect(transcript).toContain(`plain: ${JSON.stringify(roots)}`)
  const { records } = await readAudit(cwd)
  expect(records.filter(({ type }) => type === 'roots').map(({ server, uris }) => [server, uris])).toEqual([
    ['wants', roots.map(({ uri }) => uri)],
  ])
})

test.each([
  ['is not there', 'nowhere', 'there is no such folder'],
  ['is a file', 'mcp.json', 'it is not a folder'],
])('a folder for servers that %s is refused before anything is started', async (_, name, why) => {
  await expect(runHostSession(cwd, [], { flags: { root: ['.', name] } })).rejects.toMatchObject({
    code: 'usage',
    message: `host: --root ${join(cwd, name)}: ${why}`,
  })
})

test('a server asks the model that was given, with its key', async () => {
  const provider = await startFakeOpenAi((response) => streams(response, toEvents(delta({ content: 'Oslo' }, 'stop'))))
  onTestFinished(provider.close)
  const allow: readonly Step[] = [
    ['Let wants ask', 'Allow this once'],
    ['Send', 'Allow this once'],
  ]
  const { transcript } = await call('think', allow, {
    flags: { modelUrl: provider.url, model: 'gpt-x' },
    env: { OMNIPORT_MODEL_KEY: 'sk-abcdef123456' },
  })
  expect(transcript).toContain('plain: Oslo')
  expect(provider.requests.map(({ path, headers, body }) => [path, headers.authorization, body['model']])).toEqual([
    ['/v1/chat/completions', 'Bearer sk-abcdef123456', 'gpt-x'],
  ])
  const { records } = await readAudit(cwd)
  const samples = records.filter(({ type }) => type === 'sample')
  expect(samples.map(({ server, model, maxTokens, stopReason }) => [server, model, maxTokens, stopReason])).toEqual([
    ['wants', 'gpt-x-2026', 9, 'endTurn'],
  ])
})

test.each([
  ['as was said', {}, 300],
  ['as its entry says, where that is longer', { timeout: 600 }, 600],
])('an answer is waited for as long %s', async (_name, entry, ms) => {
  const silence = { command: process.execPath, args: ['-e', 'process.stdin.resume()'] }
  const silent = { ...silence, protocolVersion: '2025-06-18', ...entry }
  const steps: readonly Step[] = [
    ['What next', 'Call a tool'],
    ['Run the program of silent', 'Allow this once'],
    ['What next', 'Quit'],
  ]
  const { transcript } = await runHostSession(cwd, steps, { servers: { silent }, flags: { timeout: 300 } })
  expect(transcript.filter((line) => line.startsWith('bad:'))).toEqual([
    `bad: silent is failed: No answer within ${ms} ms`,
  ])
})

test('an entry may wait for longer than was said for all', async () => {
  const servers = { wants: { ...wants, timeout: 20_000 } }
  const { transcript } = await call('late', [], { servers, flags: { timeout: 300 } })
  expect(transcript).toContain('plain: done at last')
})

test('what is pinned is kept beside the config file', async () => {
  await call('word', [], { file: 'conf/mcp.json' })
  expect((await readdir(join(cwd, 'conf'))).sort()).toEqual(['mcp.json', 'mcp.lock'])
  expect(await readFile(join(cwd, 'conf/mcp.lock'), 'utf8')).toContain('"word"')
  expect((await readdir(cwd)).sort()).toEqual(['conf', 'settings'])
})

test('the variables of a config file are those of the session, which finds the file in its folder', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
  const servers = { wants: { ...wants, env: { WORD: '${SAID}' } } }
  const world = { servers, file: '.mcp.json', flags: { config: undefined }, env: { SAID: 'hello' } }
  const { transcript } = await call('word', [], world)
  expect(transcript).toContain('plain: the word is hello')
})

test('the audit log is let go of when the session ends', async () => {
  await call('word', [])
  const { path, records } = await readAudit(cwd)
  await using audit = createFileAudit(path)
  expect(await audit.last()).toEqual(records.at(-1))
})
