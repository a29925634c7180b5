import { expect, test } from 'vitest'
import type { ToolResult } from '../../../entries/client.js'
import { OmniportError } from '../../../entries/index.js'
import { fakeHost, fakeTool } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import { leave } from '../fixtures/scripted-terminal.js'

const schema = { type: 'object' as const, properties: { a: { type: 'integer' } }, required: ['a'] }
const add = fakeTool('add', { description: 'Adds one.\nMore of it', inputSchema: schema })
const ping = fakeTool('ping', { title: 'Ping', annotations: { readOnlyHint: true, destructiveHint: true } })

function host(result: Promise<ToolResult<unknown>> | ToolResult<unknown>, calls: unknown[] = []) {
  return fakeHost({
    tools: async () => [add, ping],
    callTool: async (name, args) => {
      calls.push([name, args])
      return result
    },
  })
}

const text = (text: string): ToolResult<unknown> => ({
  content: [{ type: 'text', text }],
  structuredContent: undefined,
})

test('a tool is chosen, filled in and called', async () => {
  const calls: unknown[] = []
  const transcript = await runScript(host(text('42'), calls), [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__add'],
    ['a (a number)', '41'],
    ['Which tool', 'Back'],
  ])
  expect(calls).toEqual([['notes__add', { a: 41 }]])
  expect(transcript.slice(3, -2)).toEqual([
    '? Which tool [notes__add | notes__ping | Back]',
    '== notes__add',
    '   add of notes',
    '   │ Adds one.',
    '   │ More of it',
    '? a (a number) <>',
    '~ Calling notes__add',
    '~ hidden',
    'good: notes__add answered',
    'plain: 42',
    '~ Asking for the tools',
    '~ hidden',
  ])
})

test('what a tool claims of itself is shown as that', async () => {
  const steps = [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__ping'],
    ['Which tool', leave],
  ] as const
  const transcript = await runScript(host(text('pong')), steps)
  expect(transcript).toContain('== Ping')
  expect(transcript).toContain('   The server says that it only reads.')
})

test('all that a tool claims of itself is one sentence', async () => {
  const claims = { destructiveHint: true, openWorldHint: true }
  const mail = fakeTool('mail', { annotations: claims })
  const sending = fakeHost({ tools: async () => [mail], callTool: async () => text('sent') })
  const transcript = await runScript(sending, [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__mail'],
    ['Which tool', 'Back'],
  ])
  expect(transcript).toContain('   The server says that it may destroy, and reaches out of this machine.')
})

test.each<[string, Error, string]>([
  ['is denied', new OmniportError('denied', 'the person said no'), 'bad: the person said no'],
  ['takes too long', new OmniportError('timeout', 'no answer in 60 s'), 'bad: no answer in 60 s'],
])('a call that %s is said to be so', async (_name, reason, printed) => {
  const failing = fakeHost({ tools: async () => [ping], callTool: async () => Promise.reject(reason) })
  const steps = [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__ping'],
    ['Which tool', 'Back'],
  ] as const
  expect(await runScript(failing, steps)).toContain(printed)
})

test('a failure of the tool is a result', async () => {
  const failed: ToolResult<unknown> = { isError: true, content: [{ type: 'text', text: 'no milk' }] }
  const steps = [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__ping'],
    ['Which tool', 'Back'],
  ] as const
  const transcript = await runScript(host(failed), steps)
  expect(transcript.slice(-5, -3)).toEqual(['plain: no milk', '~ Asking for the tools'])
  expect(transcript).toContain('bad: notes__ping failed')
})

test('a call can be left while it runs, which aborts it', async () => {
  let aborted: unknown
  const slow = fakeHost({
    tools: async () => [ping],
    callTool: (_name, _args, options) =>
      new Promise((_resolve, reject) => {
        options?.onProgress?.({ progress: 1, total: 2, message: 'half' })
        options?.signal?.addEventListener('abort', () => {
          aborted = options.signal?.reason
          reject(options.signal?.reason)
        })
      }),
  })
  const steps = [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__ping'],
    ['Which tool', 'Back'],
  ] as const
  const onProgressShown = (message: string, leaving: () => void) => {
    if (message.startsWith('Calling')) setImmediate(leaving)
  }
  const transcript = await runScript(slow, steps, { onProgressShown })
  expect(transcript).toContain('~ 1/2 half')
  expect(transcript).toContain('warning: Cancelled.')
  expect(aborted).toMatchObject({ name: 'AbortError' })
})

test('leaving the arguments leaves the call', async () => {
  const calls: unknown[] = []
  await runScript(host(text(''), calls), [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__add'],
    ['a (a number)', leave],
    ['Values to send', leave],
    ['Which tool', 'Back'],
  ])
  expect(calls).toEqual([])
})

test('one of many can be looked for by words', async () => {
  const many = Array.from({ length: 21 }, (_, at) => fakeTool(`tool_${at}`))
  const [first = ping] = many
  const words: string[] = []
  const searched = fakeHost({
    tools: async () => many,
    searchTools: async (given) => {
      words.push(given)
      return given === 'nothing' ? [] : [{ tool: first, score: 1 }]
    },
    callTool: async () => text('done'),
  })
  const transcript = await runScript(searched, [
    ['What next', 'Call a tool'],
    ['Which tool', 'Search by'],
    ['What should it do', 'nothing'],
    ['Which tool', 'Search by'],
    ['What should it do', 'send mail'],
    ['Which tool', 'notes__tool_0'],
    ['Which tool', 'Search by'],
    ['What should it do', ''],
    ['Which tool', 'Back'],
  ])
  expect(words).toEqual(['nothing', 'send mail'])
  expect(transcript).toContain('plain: Nothing fits these words.')
  expect(transcript).toContain('plain: done')
})

test('a call that came to nothing can be made again, with what was filled in', async () => {
  const calls: unknown[] = []
  const picky = fakeHost({
    tools: async () => [add],
    callTool: async (_name, args) => {
      calls.push(args)
      if (calls.length === 1) throw new OmniportError('denied', 'no')
      return text('ok')
    },
  })
  await runScript(picky, [
    ['What next', 'Call a tool'],
    ['Which tool', 'notes__add'],
    ['a (a number)', '1'],
    ['Call it again', true],
    ['Values to send', 'a:'],
    ['a (a number)', '2'],
    ['Values to send', 'Call'],
    ['Which tool', 'Back'],
  ])
  expect(calls).toEqual([{ a: 1 }, { a: 2 }])
})
