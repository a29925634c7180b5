import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { Notifications } from './events/notifications.js'
import { ScriptedTerminal } from './fixtures/scripted-terminal.js'
import { hostCommand, hostSession } from './host-command.js'
import type { HostFlags } from './host-flags.js'
import { type OpenedHost, openHost, rootOf, samplingOf, stateFiles } from './open-host.js'
import { SharedScreen } from './screen/shared-screen.js'

let cwd: string
const opened: OpenedHost[] = []

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'host-'))
})

afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
  await rm(cwd, { recursive: true })
})

const write = (servers: object, file = 'mcp.json') =>
  writeFile(join(cwd, file), JSON.stringify({ mcpServers: servers }))
const worldOf = () => ({ cwd, env: { HOME: join(cwd, 'home'), XDG_CONFIG_HOME: join(cwd, 'settings') } })

async function open(flags: Partial<HostFlags> = {}) {
  const { io } = createMemoryIo(worldOf())
  const terminal = new ScriptedTerminal([])
  const shared = new SharedScreen(terminal, io.signal)
  const one = await openHost(
    { root: [], config: 'mcp.json', ...flags },
    { io, shared, notifications: new Notifications(shared) },
  )
  opened.push(one)
  return { ...one, transcript: terminal.transcript }
}

describe('a host of config files', () => {
  test('has their servers, and none of them is started', async () => {
    await write({ notes: { command: 'x' }, far: { url: 'http://a.test/mcp' } })
    const { host, transcript } = await open()
    expect(host.servers.map(({ name, state }) => [name, state])).toEqual([
      ['notes', 'idle'],
      ['far', 'idle'],
    ])
    expect(transcript).toEqual([])
  })

  test('says once what cannot be used', async () => {
    await write({ notes: { command: 'x' }, broken: { command: 7 }, off: { command: 7, disabled: true } })
    const { transcript } = await open()
    await vi.waitFor(() => expect(transcript).toHaveLength(1))
    expect(transcript[0]).toMatch(/^warning: broken cannot be used: .*mcpServers\.broken/)
    await write({ notes: { command: 'y' }, broken: { command: 7 } })
    await vi.waitFor(() => expect(transcript).toHaveLength(2), { timeout: 5_000 })
    expect(transcript[1]).toBe('good: The configuration has changed and was read again.')
  })

  test('follows a file that changes', async () => {
    await write({ notes: { command: 'x' } })
    const { host, transcript } = await open()
    await write({ other: { command: 'x' }, worse: { command: 7 } })
    await vi.waitFor(() => expect(transcript).toHaveLength(2), { timeout: 5_000 })
    expect(transcript).toEqual([
      'good: The configuration has changed and was read again.',
      expect.stringMatching(/^warning: worse cannot be used: /),
    ])
    expect(host.servers.map(({ name }) => name)).toEqual(['other', 'worse'])
  })

  test('needs a server', async () => {
    await write({})
    await expect(open()).rejects.toMatchObject({
      code: 'usage',
      message: `There is no server in ${join(cwd, 'mcp.json')}; give one with --config`,
    })
  })

  test('needs a file', async () => {
    await writeFile(join(cwd, '.mcp.json'), '{')
    await expect(open({ config: undefined })).rejects.toMatchObject({
      ...{
        code: 'usage',
        message: expect.stringMatching(/; give one with --config; not read: .*\.mcp\.json:1: not JSON/),
      },
    })
    await rm(join(cwd, '.mcp.json'))
    await expect(open({ config: undefined })).rejects.toMatchObject({
      ...{ code: 'usage', message: 'No config file was found; give one with --config' },
    })
  })
})

describe('the flags', () => {
  beforeEach(() => write({ notes: { command: 'x' } }))

  test.each<[Partial<HostFlags>, string]>([
    [{ modelUrl: 'http://m.test' }, 'host: --model-url and --model go together'],
    [{ model: 'm' }, 'host: --model-url and --model go together'],
    [{ root: ['missing'] }, 'host: --root CWD/missing: there is no such folder'],
    [{ root: ['mcp.json'] }, 'host: --root CWD/mcp.json: it is not a folder'],
  ])('that cannot be: %j', async (flags, message) => {
    await expect(open(flags)).rejects.toMatchObject({ code: 'usage', message: message.replace('CWD', cwd) })
  })

  test('may name a model, and folders', async () => {
    const { host } = await open({ modelUrl: 'http://m.test/v1', model: 'm', root: ['.'], timeout: 5, auth: true })
    expect(host.servers).toHaveLength(1)
    expect(() => host.setRoots([])).not.toThrow()
  })

  test('without folders there are no roots to change', async () => {
    const { host } = await open()
    expect(() => host.setRoots([])).toThrow(
      new TypeError('setRoots: this host does not advertise roots; give createHost `roots`, even an empty list'),
    )
  })
})

test('a folder is a root with its name', () => {
  expect(rootOf(cwd)).toEqual({ uri: pathToFileURL(cwd).href, name: cwd.split('/').at(-1) })
  expect(() => rootOf('/missing-7', 'console')).toThrow('console: --root /missing-7: there is no such folder')
})

test('a model is given whole, or not at all', () => {
  expect(samplingOf({}, { env: {} })).toEqual({})
  expect(samplingOf({ modelUrl: 'http://m.test/v1', model: 'm' }, { env: {} })).toEqual({
    sample: expect.any(Function),
  })
  expect(() => samplingOf({ model: 'm' }, { env: {} }, 'console')).toThrow(
    'console: --model-url and --model go together',
  )
})

test('what a host must not forget is among the settings of the user', () => {
  const { decisions, audit } = stateFiles({ XDG_CONFIG_HOME: '/c' })
  expect(decisions).toBe('/c/omniport/decisions.json')
  expect(audit).toMatch(/^\/c\/omniport\/audit\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d+\.jsonl$/)
  expect(stateFiles({}).decisions.startsWith(homedir())).toBe(true)
})

describe('host', () => {
  test('needs a terminal', async () => {
    const { io } = createMemoryIo({ cwd })
    await expect(hostCommand({ root: [] }, io)).rejects.toMatchObject({
      code: 'usage',
      message: 'host: stdin and stdout must be a terminal; a script can use list, call, read and prompt',
    })
  })

  test('ends with its session', async () => {
    await write({ notes: { command: 'x', disabled: true } })
    const { io } = createMemoryIo(worldOf())
    const terminal = new ScriptedTerminal([['What next', 'Quit']])
    const code = await hostSession({ root: [], config: 'mcp.json' }, io, terminal).catch((reason) => reason)
    expect([code, terminal.left]).toEqual([0, []])
  })

  test('that is interrupted ends as it should', async () => {
    await write({ notes: { command: 'x', disabled: true } })
    const controller = new AbortController()
    const { io } = createMemoryIo({ ...worldOf(), signal: controller.signal })
    const terminal = new ScriptedTerminal([])
    terminal.onOpen = () => {}
    controller.abort(new Error('interrupted'))
    expect(await hostSession({ root: [], config: 'mcp.json' }, io, terminal)).toBe(0)
  })

  test('says what its session failed with', async () => {
    await write({ notes: { command: 'x', disabled: true } })
    const { io } = createMemoryIo(worldOf())
    await expect(hostSession({ root: [], config: 'mcp.json' }, io, new ScriptedTerminal([]))).rejects.toThrow(
      /^The script expects undefined/,
    )
  })
})
