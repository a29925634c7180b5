import { expect, test } from 'vitest'
import type { HostPrompt, ServerStatus, ToolsOptions } from '../../../entries/host.js'
import { fakeHost, fakeTool } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import type { Step } from '../fixtures/scripted-terminal.js'

const notes: ServerStatus = {
  name: 'notes',
  state: 'idle',
  since: 0,
  launch: { type: 'command', command: 'node', args: [], env: [] },
  isEmpty: false,
  tokens: 0,
}
const kitchen: ServerStatus = { ...notes, name: 'kitchen' }

/** A host that notes which servers it is asked for, and which it starts. */
function hostOf(servers: readonly ServerStatus[], start: (name?: string) => Promise<void> = async () => {}) {
  const asked: unknown[] = []
  const noting = (what: string) => async (options?: ToolsOptions) => {
    asked.push([what, options?.servers ?? 'all'])
    return []
  }
  const host = fakeHost({
    servers,
    tools: async (options) => {
      await noting('tools')(options)
      return Array.from({ length: 21 }, (_, n) => fakeTool(`t${n}`))
    },
    searchTools: async (_words, options) => noting('search')(options).then(() => []),
    prompts: async (options) => {
      await noting('prompts')(options)
      return [{ server: 'notes', name: 'ask' } satisfies HostPrompt]
    },
    resources: noting('resources'),
    resourceTemplates: noting('templates'),
    start: async (name) => {
      asked.push(['start', name])
      await start(name)
    },
  })
  return { host, asked }
}

test.each<[string, string, string, readonly unknown[]]>([
  ['Call a tool', 'Which tool', 'notes', [['tools', ['notes']]]],
  ['Call a tool', 'Which tool', 'All servers', [['tools', 'all']]],
  ['Get a prompt', 'Which prompt', 'notes', [['prompts', ['notes']]]],
  ['Get a prompt', 'Which prompt', 'All servers', [['prompts', 'all']]],
  [
    'Read a resource',
    'Which resource',
    'notes',
    [
      ['resources', ['notes']],
      ['templates', ['notes']],
    ],
  ],
])('%s: a server is chosen first, and no other is asked', async (menu, question, server, expected) => {
  const { host, asked } = hostOf([notes, kitchen])
  const transcript = await runScript(host, [
    ['What next', menu],
    ['Of which server', server],
    [question, 'Back'],
    ['Of which server', 'Back'],
  ])
  expect(asked).toEqual(expected)
  expect(transcript).toContain('? Of which server [notes | kitchen | All servers | Back]')
})

test('a search is one among the tools of the chosen server', async () => {
  const { host, asked } = hostOf([notes, kitchen])
  await runScript(host, [
    ['What next', 'Call a tool'],
    ['Of which server', 'kitchen'],
    ['Which tool', 'Search by description'],
    ['What should it do', 'cook'],
    ['Which tool', 'Back'],
    ['Of which server', 'Back'],
  ])
  expect(asked).toContainEqual(['search', ['kitchen']])
})

test.each<[string, readonly ServerStatus[]]>([
  ['there is one', [notes]],
  ['the others cannot be used', [{ ...kitchen, state: 'disabled' }, notes, { ...kitchen, state: 'invalid' }]],
])('no server is chosen where %s', async (_, servers) => {
  const { host, asked } = hostOf(servers)
  await runScript(host, [
    ['What next', 'Call a tool'],
    ['Which tool', 'Back'],
  ])
  expect(asked).toEqual([['tools', ['notes']]])
})

test.each(['denied', 'stopped', 'failed'] as const)(
  'a server that is %s is started when it is chosen',
  async (state) => {
    const { host, asked } = hostOf([{ ...notes, state }])
    await runScript(host, [
      ['What next', 'Call a tool'],
      ['Which tool', 'Back'],
    ])
    expect(asked).toEqual([
      ['start', 'notes'],
      ['tools', ['notes']],
    ])
  },
)

test('a server that cannot be started is said to be so, and not asked', async () => {
  const { host, asked } = hostOf([{ ...notes, state: 'denied' }], async () => {
    throw new Error('a person denied it')
  })
  const steps: readonly Step[] = [['What next', 'Call a tool']]
  expect(await runScript(host, steps)).toContain('bad: a person denied it')
  expect(asked).toEqual([['start', 'notes']])
})

test('the reason why a chosen server has nothing is said, without the others', async () => {
  const denied: ServerStatus = { ...notes, state: 'idle' }
  const servers: ServerStatus[] = [denied, { ...kitchen, state: 'failed' }]
  const host = fakeHost({
    servers,
    tools: async () => {
      servers[0] = { ...notes, state: 'denied', reason: 'a person denied it' }
      return []
    },
  })
  const transcript = await runScript(host, [
    ['What next', 'Call a tool'],
    ['Of which server', 'notes'],
    ['Of which server', 'Back'],
  ])
  expect(transcript).toContain(
    'plain: There are no tools. Not asked: notes is denied (a person denied it); see "Servers".',
  )
})
