import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { leave, type Step, wait } from '../../packages/omniport/src/cli/host/fixtures/scripted-terminal.js'
import { Interrupted } from '../../packages/omniport/src/cli/process/interrupted.js'
import { verifies } from '../requirements/verifies.js'
import { type HostWorld, kitchen, readAudit, runHostSession } from './host-session.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'host-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const session = (steps: readonly Step[], world?: HostWorld) => runHostSession(cwd, steps, world)

const tools: Step = ['What next', 'Call a tool']
const start: Step = ['Run the program of kitchen', 'Allow this once']
const allow: Step = ['Call a tool of kitchen?', 'Allow this once']
const end: readonly Step[] = [
  ['Which tool', 'Back'],
  ['What next', 'Quit'],
]
const tool = (name: string): Step => ['Which tool', `kitchen__${name}`]

describe('a session with a real server', () => {
  test('asks before it starts it and before it calls a tool, and puts its form before the person', async () => {
    const { code, transcript } = await session([
      tools,
      start,
      tool('book_table'),
      ['guests', '4'],
      allow,
      ['Day (date)', '2026-12-24'],
      ['Place', 'In the garden'],
      ['Values to send', 'What else'],
      ['What else', ['quiet']],
      ['Values to send', 'Send this to kitchen'],
      ...end,
    ])
    expect(code).toBe(0)
    expect(transcript).toContain('plain: Booked: 4 on 2026-12-24, in the garden, with: quiet.')
    expect(transcript).toContain('== The server kitchen asks you')
  })

  test.each<[string, readonly Step[], string]>([
    [
      'declined',
      [
        ['Day', leave],
        ['Values to send', 'Decline'],
      ],
      'plain: Nothing is booked.',
    ],
    [
      'left',
      [
        ['Day', leave],
        ['Values to send', leave],
      ],
      'plain: Nothing is booked.',
    ],
  ])('has forms that can be %s', async (_name, steps, reported) => {
    const { transcript } = await session([tools, start, tool('book_table'), ['guests', '4'], allow, ...steps, ...end])
    expect(transcript).toContain(reported)
  })

  test('shows pages, progress, pictures and links', async () => {
    const { transcript } = await session([
      tools,
      start,
      tool('show_menu'),
      allow,
      ['Open example.com', 'No'],
      tool('cook'),
      ['dish', 'noodles'],
      ['Values to send', 'seconds'],
      ['seconds', '0'],
      ['Values to send', 'Call'],
      allow,
      tool('photograph'),
      allow,
      ['What to do', 'Read dish://noodles'],
      ['What to do', 'Back'],
      ...end,
    ])
    expect(transcript).toContain('plain: Then I tell you: dumplings, noodles, pancakes.')
    expect(transcript).toContain('~ 4/5 serving')
    expect(transcript).toContain('plain: {\n  "dish": "noodles",\n  "seconds": 0\n}')
    expect(transcript).toContain('plain: dish://noodles\nNoodles in broth, with an egg.')
  })

  test.each<[string, readonly Step[]]>([
    ['the question about it', [tool('photograph'), ['Call a tool of kitchen?', wait]]],
    ['its form', [tool('book_table'), ['guests', '4'], allow, ['Day (date)', wait], ['Call it again', false]]],
    ['its page', [tool('show_menu'), allow, ['Open example.com', wait]]],
  ])('takes away %s when a call is left', async (_name, steps) => {
    const { transcript } = await session([tools, start, ...steps, ...end], {
      prepare: (terminal) => {
        terminal.onProgressShown = (message, leaving) => {
          if (message.startsWith('Calling')) terminal.onWait = leaving
        }
      },
    })
    expect(transcript.filter((line) => line === '  (taken away)')).toHaveLength(1)
    expect(transcript).toContain('warning: This request was withdrawn.')
    expect(transcript).toContain('warning: Cancelled.')
  })

  test('says that a call was denied, and nothing is called', async () => {
    verifies('TOOL-13')
    const deny: Step = ['Call a tool of kitchen?', 'Deny']
    const { transcript } = await session([tools, start, tool('photograph'), deny, ...end])
    expect(transcript.filter((line) => line.startsWith('bad:'))).toHaveLength(1)
    const { records } = await readAudit(cwd)
    expect(records.filter(({ type }) => type === 'call' || type === 'result')).toEqual([])
  })

  test('shows which tools there are, each call with its arguments before it is made, and that it runs', async () => {
    verifies('TOOL-14')
    const { transcript } = await session([
      tools,
      start,
      tool('cook'),
      ['dish', 'noodles'],
      ['Values to send', 'seconds'],
      ['seconds', '0'],
      ['Values to send', 'Call'],
      allow,
      ...end,
    ])
    const offered = transcript.find((line) => line.startsWith('? Which tool')) ?? ''
    for (const name of ['book_table', 'show_menu', 'cook', 'photograph']) expect(offered).toContain(`kitchen__${name}`)
    const places = [
      '│   "dish": "noodles"',
      '? Call a tool of kitchen?',
      '~ 0/5 washing',
      'good: kitchen__cook answered',
    ]
    const order = places.map((part) => transcript.findIndex((line) => line.includes(part)))
    expect(order.every((line) => line >= 0)).toBe(true)
    expect(order).toEqual([...order].sort((left, right) => left - right))
  })

  test('remembers in a file what was allowed always, and forgets it', async () => {
    await session([tools, ['Run', 'Allow always'], ...end])
    const { transcript } = await session([
      tools,
      ['Which tool', 'Back'],
      ['What next', 'Remembered decisions'],
      ['Remembered decisions', 'allow always: start'],
      ['Forget this?', true],
      ['Remembered decisions', 'Back'],
      ['What next', 'Quit'],
    ])
    expect(transcript.join()).not.toContain('Run the program')
    await session([tools, start, ...end])
  })

  test('writes an audit log, and pins what it saw', async () => {
    await session([tools, start, tool('photograph'), allow, ['What to do', leave], ...end])
    const { records } = await readAudit(cwd)
    const calls = records.filter(({ type }) => type === 'call' || type === 'result')
    expect(calls.map(({ type, tool }) => [type, tool])).toEqual([
      ['call', 'photograph'],
      ['result', 'photograph'],
    ])
    expect(await readFile(join(cwd, 'mcp.lock'), 'utf8')).toContain('photograph')
  })

  test('ends when it is interrupted, with its server', async () => {
    const interrupt = new AbortController()
    const { code } = await session([tools, start, ['Which tool', wait]], {
      signal: interrupt.signal,
      prepare: (terminal) => {
        terminal.onWait = () => interrupt.abort(new Interrupted('SIGTERM'))
      },
    })
    expect(code).toBe(0)
  })
})

test('a server that cannot be started is told of, and the others work', async () => {
  const servers = { kitchen, broken: { command: join(tmpdir(), 'no-such-program') } }
  const { transcript } = await session([tools, start, ['Run the program of broken', 'Allow this once'], ...end], {
    servers,
  })
  expect(transcript.find((line) => line.startsWith('bad: broken is failed'))).toContain('no-such-program')
  expect(transcript.join()).toContain('kitchen__cook')
})

test('values that the file wants are asked for', async () => {
  await writeFile(join(cwd, 'empty'), '')
  const inputs = [{ id: 'key', type: 'promptString', description: 'A key', password: true, default: 'changeme' }]
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variables of config files look like this
  const server = { ...kitchen, env: { KEY: '${input:key}' } }
  const file = join(cwd, 'inputs.json')
  await writeFile(file, JSON.stringify({ servers: { kitchen: server }, inputs }))
  const steps: readonly Step[] = [['A key', 'secret'], tools, start, ...end]
  const { transcript } = await session(steps, { flags: { config: file } })
  expect(transcript[0]).toBe(`? A key\n(wanted by ${file}) <> (not shown)`)
})

describe('what cannot be used is said', () => {
  test.each<[string, HostWorld, RegExp]>([
    ['no servers', { servers: {} }, /^There is no server in .*mcp\.json; give one with --config$/],
    ['a model without a name', { flags: { modelUrl: 'http://localhost' } }, /--model-url and --model go together/],
    ['a file that is not there', { flags: { config: 'nope.json' } }, /nope\.json/],
  ])('%s', async (_name, world, message) => {
    await expect(session([], world)).rejects.toThrow(message)
  })
})
