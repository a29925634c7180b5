import { describe, expect, test } from 'vitest'
import type { Decision, Host, PinChange, ServerStatus } from '../../../entries/host.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { runScript, shown } from '../fixtures/run-script.js'
import { leave, type Step } from '../fixtures/scripted-terminal.js'

const idle: ServerStatus = {
  ...{ name: 'notes', state: 'idle', since: 0, launch: { type: 'program' }, isEmpty: false, tokens: 0 },
}

describe('the menu of a server', () => {
  const open: readonly Step[] = [
    ['What next', 'Servers'],
    ['Servers', 'notes: '],
  ]
  const close: readonly Step[] = [
    ['notes', 'Back'],
    ['Servers', 'Back'],
  ]

  test('shows all that is known of it', async () => {
    const status: ServerStatus = {
      ...{
        ...idle,
        state: 'lost',
        reason: 'gone',
        retryAt: 2_000,
        source: 'mcp.json:3',
        pid: 7,
        tools: 2,
        resources: 1,
      },
      ...{ info: { name: 'Notes', version: '1.2' }, launch: { type: 'url', url: 'http://a/mcp', headers: [] } },
    }
    expect(await shown({ servers: [status] }, [...open, ...close])).toEqual([
      '? Servers [notes: lost, 2 tools, 1 resource | Back]',
      '== notes',
      '   state: lost since 1970-01-01T00:00:00.000Z',
      '   reason: gone',
      '   next try: not before 1970-01-01T00:00:02.000Z',
      '   reported name: Notes 1.2',
      '   process: 7',
      '   launch: http://a/mcp',
      '   entry: mcp.json:3',
      '? notes [Restart | Stop | Its last output | Back]',
      '? Servers [notes: lost, 2 tools, 1 resource | Back]',
    ])
  })

  test('shows what is going on', async () => {
    const stopping: readonly Step[] = [...open, ['notes', 'Restart'], ['notes', 'Stop'], ['notes', 'Its last output']]
    expect(await shown({ servers: [{ ...idle, state: 'unresponsive' }] }, [...stopping, ...close])).toEqual([
      '? Servers [notes: unresponsive | Back]',
      '== notes',
      '   state: unresponsive since 1970-01-01T00:00:00.000Z',
      '   launch: in this program',
      '? notes [Restart | Stop | Its last output | Back]',
      '~ Stopping notes',
      '~ hidden',
      '~ Starting notes',
      '~ hidden',
      'plain: notes: unresponsive',
      '? notes [Restart | Stop | Its last output | Back]',
      '~ Stopping notes',
      '~ hidden',
      'plain: notes: unresponsive',
      '? notes [Restart | Stop | Its last output | Back]',
      '== The last lines of notes',
      '   (none)',
      '? notes [Restart | Stop | Its last output | Back]',
      '? Servers [notes: unresponsive | Back]',
    ])
  })

  test.each([
    ['starting', 'Restart | Stop'],
    ['ready', 'Restart | Stop'],
    ['idle', 'Start'],
    ['denied', 'Start'],
    ['stopped', 'Start'],
    ['failed', 'Start'],
  ] as const)('offers one that is %s: %s', async (state, actions) => {
    const transcript = await shown({ servers: [{ ...idle, state }] }, [...open, ...close])
    expect(transcript.at(-2)).toBe(`? notes [${actions} | Its last output | Back]`)
  })

  test('of a server that is gone says nothing of it', async () => {
    let servers: readonly ServerStatus[] = [idle]
    const host = fakeHost({
      start: async () => {
        servers = []
      },
    })
    Object.defineProperty(host, 'servers', { get: () => servers })
    const transcript = await runScript(host, [...open, ['notes', 'Start'], ...close])
    expect(transcript.slice(-5)).toEqual([
      '~ Starting notes',
      '~ hidden',
      '? notes [Start | Its last output | Back]',
      '? Servers [Back]',
      '? What next [Call a tool | Get a prompt | Read a resource | Servers (0 of 0 ready) | Changed tools | Remembered decisions | Audit log | Quit]',
    ])
  })
})

test('a prompt without a description or arguments is got at once', async () => {
  const getPrompt: Host['getPrompt'] = async () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
  })
  const lines = await shown({ prompts: async () => [{ server: 'notes', name: 'ask' }], getPrompt }, [
    ['What next', 'Get a prompt'],
    ['Which prompt', 'notes: ask'],
    ['Which prompt', 'Back'],
  ])
  expect(lines).toEqual([
    '~ Asking for the prompts',
    '~ hidden',
    '? Which prompt [notes: ask | Back]',
    '~ Getting ask',
    '~ hidden',
    'good: ask: its messages',
    'plain: user:\nHi',
    '? Which prompt [notes: ask | Back]',
  ])
})

test('an address is typed for the server that is chosen', async () => {
  const read: unknown[] = []
  const servers = [idle, { ...idle, name: 'other' }]
  const readResource: Host['readResource'] = async (resource) => {
    read.push(resource)
    return { contents: [{ uri: 'a:b', text: 'Words' }] }
  }
  const lines = await shown({ servers, readResource }, [
    ['What next', 'Read a resource'],
    ['Of which server', 'All servers'],
    ['Which resource', 'Type an address'],
    ['Of which server', leave],
    ['Which resource', 'Type an address'],
    ['Of which server', 'other'],
    ['Its address', ''],
    ['Which resource', 'Type an address'],
    ['Of which server', 'other'],
    ['Its address', 'a:b'],
    ['Which resource', 'Back'],
    ['Of which server', 'Back'],
  ])
  expect(read).toEqual([{ server: 'other', uri: 'a:b' }])
  expect(lines).toEqual([
    '? Of which server [notes | other | All servers | Back]',
    '~ Asking for the resources',
    '~ hidden',
    '? Which resource [Type an address … | Back]',
    '? Of which server [notes | other]',
    '? Which resource [Type an address … | Back]',
    '? Of which server [notes | other]',
    '? Its address <>',
    '? Which resource [Type an address … | Back]',
    '? Of which server [notes | other]',
    '? Its address <>',
    '~ Reading a:b',
    '~ hidden',
    'good: a:b',
    'plain: a:b\nWords',
    '? Which resource [Type an address … | Back]',
    '? Of which server [notes | other | All servers | Back]',
  ])
})

test('a tool that changed is shown with what is in question, and approved', async () => {
  const change: PinChange = {
    ...{ change: 'removed', server: 'notes', tool: 'add', before: { name: 'add', inputSchema: { type: 'object' } } },
    ...{ definition: 'd1', isBlocked: false, findings: [] },
  }
  const lines = await shown({ changedTools: [change], approveTool: async () => {} }, [
    ['What next', 'Changed tools (1 to look at)'],
    ['Tools that changed', 'notes: add, removed'],
    ['Let add be called', true],
    ['Tools that changed', 'Back'],
  ])
  expect(lines).toEqual([
    '? Tools that changed [notes: add, removed | Back]',
    '== add of notes',
    '   It is gone.',
    '   It was:',
    '   name = "add"',
    '   inputSchema.type = "object"',
    '? Let add be called as it is now? (y/N)',
    '~ Approving',
    '~ hidden',
    '? Tools that changed [notes: add, removed | Back]',
  ])
})

test('a decision that is forgotten is named before', async () => {
  const decision: Decision = {
    ...{ id: 'x1', type: 'call', server: 'notes', subject: 'add', binding: '00' },
    ...{ answer: 'deny', scope: 'session', at: 0 },
  }
  const forgotten: string[] = []
  const forget: Host['forget'] = async (id) => void forgotten.push(id)
  const lines = await shown({ decisions: async () => [decision], forget }, [
    ['What next', 'Remembered decisions'],
    ['Remembered decisions', 'deny in this session'],
    ['Forget this?', true],
    ['Remembered decisions', 'deny in this session'],
    ['Forget this?', leave],
    ['Remembered decisions', 'Back'],
  ])
  const menu = '? Remembered decisions; Enter forgets one [deny in this session: call add (notes) | Back]'
  const question = '? Forget this? The next time you are asked again: deny in this session: call add (notes) (Y/n)'
  expect(forgotten).toEqual(['x1'])
  expect(lines).toEqual([
    ...['~ Looking', '~ hidden', menu, question, '~ Forgetting', '~ hidden'],
    ...['~ Looking', '~ hidden', menu, question, menu],
  ])
})
