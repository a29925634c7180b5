import { describe, expect, test } from 'vitest'
import type { Host, ServerState, ServerStatus } from '../../../entries/host.js'
import { OmniportError, RpcError } from '../../../entries/index.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { runScript, shown } from '../fixtures/run-script.js'
import type { Step } from '../fixtures/scripted-terminal.js'

const statusOf = (name: string, state: ServerState, more: Partial<ServerStatus> = {}): ServerStatus => ({
  ...{ name, state, since: 0, launch: { type: 'program' }, isEmpty: false, tokens: 0 },
  ...more,
})

describe('the main menu', () => {
  const menuOf = async (given: Partial<Host>) => (await runScript(fakeHost(given), []))[0]

  test('says how many servers are ready, and how many tools are to be looked at', async () => {
    const servers = [statusOf('a', 'ready'), statusOf('b', 'idle'), statusOf('c', 'ready')]
    expect(await menuOf({ servers, changedTools: [{}, {}] as never })).toBe(
      '? What next [Call a tool | Get a prompt | Read a resource | Servers (2 of 3 ready) | Changed tools (2 to look at) | Remembered decisions | Audit log | Quit]',
    )
    expect(await menuOf({})).toBe(
      '? What next [Call a tool | Get a prompt | Read a resource | Servers (0 of 0 ready) | Changed tools | Remembered decisions | Audit log | Quit]',
    )
  })
})

describe('a resource', () => {
  const resources = async () => [{ server: 'notes', uri: 'a:b', name: 'b' }]
  const steps: readonly Step[] = [
    ['What next', 'Read a resource'],
    ['Which resource', 'notes: a:b'],
    ['Which resource', 'Back'],
  ]
  const menu = '? Which resource [notes: a:b | Type an address … | Back]'

  test('is read with the progress that its server reports', async () => {
    const asked: unknown[] = []
    const readResource: Host['readResource'] = async (resource, options) => {
      asked.push(resource)
      options?.onProgress?.({ progress: 1, total: 2, message: 'half' })
      return { contents: [{ uri: 'a:b', text: 'Words' }] }
    }
    expect(await shown({ resources, readResource }, steps)).toEqual([
      ...['~ Asking for the resources', '~ hidden', menu],
      ...['~ Reading a:b', '~ 1/2 half', '~ hidden', 'good: a:b', 'plain: a:b\nWords', menu],
    ])
    expect(asked).toEqual([{ server: 'notes', uri: 'a:b' }])
  })

  test('that is not there is said to be so', async () => {
    const readResource: Host['readResource'] = async () => {
      throw new RpcError(-32002, 'Resource not found: a:b')
    }
    const lines = await shown({ resources, readResource }, steps)
    expect(lines.slice(-4)).toEqual([
      ...['~ Reading a:b', '~ hidden', 'bad: The server answered: Resource not found: a:b (-32002)', menu],
    ])
  })

  test('is left while it is read, which aborts that', async () => {
    let reason: unknown
    const readResource: Host['readResource'] = (_resource, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => {
          reason = options.signal?.reason
          reject(reason)
        })
      })
    const onProgressShown = (message: string, leaving: () => void) => {
      if (message === 'Reading a:b') queueMicrotask(leaving)
    }
    const transcript = await runScript(fakeHost({ resources, readResource }), steps, { onProgressShown })
    expect(transcript.slice(-4, -1)).toEqual(['~ hidden', 'warning: Cancelled.', menu])
    expect(reason).toMatchObject({ name: 'AbortError' })
  })
})

test.each([
  ['Call a tool', 'Asking for the tools'],
  ['Get a prompt', 'Asking for the prompts'],
  ['Read a resource', 'Asking for the resources'],
] as const)('%s: a list that is left is asked for no longer', async (item, message) => {
  const signals: (AbortSignal | undefined)[] = []
  const wait = (options?: { readonly signal?: AbortSignal | undefined }) => {
    signals.push(options?.signal)
    return new Promise<never>(() => {})
  }
  const host = fakeHost({ tools: wait, prompts: wait, resources: wait, resourceTemplates: wait })
  const onProgressShown = (shownMessage: string, leaving: () => void) => {
    if (shownMessage === message) queueMicrotask(leaving)
  }
  const transcript = await runScript(host, [['What next', item]], { onProgressShown })
  expect(transcript.slice(1, -1)).toEqual([`~ ${message}`, '~ hidden', 'warning: Cancelled.'])
  expect(new Set(signals.map((signal) => signal?.aborted))).toEqual(new Set([true]))
})

test('a failure of this side is said in its own words', async () => {
  const tools = async () => {
    throw new OmniportError('timeout', 'no answer in 60 s')
  }
  expect(await shown({ tools }, [['What next', 'Call a tool']])).toEqual([
    ...['~ Asking for the tools', '~ hidden', 'bad: no answer in 60 s'],
  ])
})

test('a server that is chosen is started before, if it has ended', async () => {
  const servers = [statusOf('a', 'stopped'), statusOf('b', 'ready')]
  const lines = await shown({ servers }, [
    ['What next', 'Get a prompt'],
    ['Of which server', 'a'],
    ['Of which server', 'b'],
    ['Of which server', 'Back'],
  ])
  const menu = '? Of which server [a | b | All servers | Back]'
  const asking = ['~ Asking for the prompts', '~ hidden']
  expect(lines).toEqual([
    menu,
    ...['~ Starting a', '~ hidden', ...asking, 'plain: There are no prompts. Not asked: a is stopped; see "Servers".'],
    ...[menu, ...asking, 'plain: There are no prompts.', menu],
  ])
})

test('the servers to choose from have their state and their number of tools as hints', async () => {
  const hints = new Map<string, string | undefined>()
  const servers = [statusOf('a', 'ready', { tools: 3 }), statusOf('b', 'idle'), statusOf('c', 'ready', { tools: 0 })]
  const steps: readonly Step[] = [
    ['What next', 'Call a tool'],
    ['Of which server', 'Back'],
  ]
  await runScript(fakeHost({ servers }), steps, { hints })
  expect(['a', 'b', 'c', 'All servers', 'Back'].map((label) => hints.get(label))).toEqual([
    ...['ready, 3 tools', 'idle', 'ready, 0 tools', 'starts each', undefined],
  ])
})

test('where nothing is found, the servers that were not asked are named with their reasons', async () => {
  const states = ['starting', 'ready', 'unresponsive', 'lost', 'denied', 'stopped', 'failed', 'idle'] as const
  const servers = [
    ...states.map((state) => statusOf(state, state)),
    statusOf('long', 'lost', { reason: 'x'.repeat(201) }),
    statusOf('broken', 'invalid', { reason: 'no command' }),
    statusOf('off', 'disabled'),
  ]
  const lines = await shown({ servers }, [
    ['What next', 'Call a tool'],
    ['Of which server', 'All servers'],
    ['Of which server', 'Back'],
  ])
  const named = [
    ...['starting is starting', 'lost is lost', 'denied is denied', 'stopped is stopped', 'failed is failed'],
    ...[`long is lost (${'x'.repeat(200)}… (1 characters more))`, 'broken is invalid (no command)'],
  ]
  expect(lines.at(-2)).toBe(`plain: There are no tools. Not asked: ${named.join(', ')}; see "Servers".`)
})
