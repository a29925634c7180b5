import { expect, test } from 'vitest'
import type { Decision, HostPrompt, ServerStatus } from '../../../entries/host.js'
import { fakeHost, fakeTool } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import type { Step } from '../fixtures/scripted-terminal.js'

/** The hints of all options that a script comes by. */
async function hintsOf(given: Parameters<typeof fakeHost>[0], steps: readonly Step[]) {
  const hints = new Map<string, string | undefined>()
  await runScript(fakeHost(given), steps, { hints })
  return Object.fromEntries([...hints].filter(([, hint]) => hint !== undefined))
}

const long = 'x'.repeat(101)
const cut = `${'x'.repeat(100)}… (1 characters more)`

test('a resource has its title or name as its hint, and what it is', async () => {
  const resource = (uri: string, more: object) => ({ server: 'notes', uri, name: 'name', ...more })
  const template = (uriTemplate: string, more: object) => ({ server: 'notes', uriTemplate, name: 'name', ...more })
  const given = {
    resources: async () => [
      resource('a:1', {}),
      resource('a:2', { title: 'Title' }),
      resource('a:3', { title: 'Title', description: 'What it is' }),
      resource('a:4', { description: 'What it is' }),
      resource('a:5', { title: long }),
    ],
    resourceTemplates: async () => [
      template('b:{1}', {}),
      template('b:{2}', { title: 'Title', description: 'not shown' }),
      template('b:{3}', { title: long }),
    ],
  }
  const steps: readonly Step[] = [
    ['What next', 'Read a resource'],
    ['Which resource', 'Back'],
  ]
  expect(await hintsOf(given, steps)).toEqual({
    'notes: a:1': 'name',
    'notes: a:2': 'Title',
    'notes: a:3': 'Title: What it is',
    'notes: a:4': 'name: What it is',
    'notes: a:5': cut,
    'notes: b:{1}': 'name',
    'notes: b:{2}': 'Title',
    'notes: b:{3}': cut,
  })
})

test('a prompt has its title or description as its hint', async () => {
  const prompt = (name: string, more: Partial<HostPrompt>): HostPrompt => ({ server: 'notes', name, ...more })
  const given = {
    prompts: async () => [
      prompt('a', {}),
      prompt('b', { description: 'What it is' }),
      prompt('c', { title: 'Title', description: 'What it is' }),
      prompt('d', { description: long }),
    ],
  }
  const steps: readonly Step[] = [
    ['What next', 'Get a prompt'],
    ['Which prompt', 'Back'],
  ]
  expect(await hintsOf(given, steps)).toEqual({
    'notes: b': 'What it is',
    'notes: c': 'Title',
    'notes: d': cut,
  })
})

test('a tool has its title, or the first line of its description, as its hint', async () => {
  const given = {
    tools: async () => [
      fakeTool('a'),
      fakeTool('b', { description: ' \n What it does\r\nand more' }),
      fakeTool('c', { title: 'Title', description: 'What it does' }),
      fakeTool('d', { description: long }),
    ],
  }
  const steps: readonly Step[] = [
    ['What next', 'Call a tool'],
    ['Which tool', 'Back'],
  ]
  expect(await hintsOf(given, steps)).toEqual({
    notes__b: 'What it does',
    notes__c: 'Title',
    notes__d: cut,
  })
})

test('a decision has the time that it was made at as its hint', async () => {
  const decision: Decision = {
    ...{ id: 'x1', type: 'call', server: 'notes', subject: 'add', binding: '00' },
    ...{ answer: 'deny', scope: 'session', at: 1_000 },
  }
  const steps: readonly Step[] = [
    ['What next', 'Remembered decisions'],
    ['Remembered decisions', 'Back'],
  ]
  expect(await hintsOf({ decisions: async () => [decision] }, steps)).toEqual({
    'deny in this session: call add (notes)': 'since 1970-01-01T00:00:01.000Z',
  })
})

test('a server has the reason for its state as its hint', async () => {
  const launch = { type: 'program' } as const
  const server = (name: string, more: Partial<ServerStatus>): ServerStatus => ({
    ...{ name, state: 'failed', since: 0, launch, isEmpty: false, tokens: 0 },
    ...more,
  })
  const steps: readonly Step[] = [
    ['What next', 'Servers'],
    ['Servers', 'Back'],
  ]
  expect(await hintsOf({ servers: [server('a', {}), server('b', { reason: 'not found' })] }, steps)).toEqual({
    'b: failed': 'not found',
  })
})
