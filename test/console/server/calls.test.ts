import { revisions } from 'omniport'
import type { ServerSettings } from 'omniport/host'
import { serveHttp } from 'omniport/node'
import { afterEach, describe, expect, test } from 'vitest'
import type { WireComparison } from '../../../packages/omniport/src/console/contract.js'
import { server as workshopServer } from './fixtures/workshop.mjs'
import { openTestConsole, type TestConsole, workshop } from './open-test-console.js'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Kind = 'stdio' | 'HTTP'

async function openWith(kind: Kind, revision: ServerSettings['revision']): Promise<TestConsole> {
  const opened = await openTestConsole({
    servers: { workshop: { target: await targetOf(kind), revision } },
    start: ['workshop'],
  })
  closers.push(() => opened.close())
  await opened.ready('workshop')
  return opened
}

async function targetOf(kind: Kind) {
  if (kind === 'stdio') return workshop
  const served = await serveHttp(workshopServer, { port: 0 })
  closers.push(() => served.close())
  return { url: String(served.url) }
}

describe.each<[Kind, ServerSettings['revision']]>([
  ['stdio', '2026-07-28'],
  ['stdio', '2025-11-25'],
  ['HTTP', '2026-07-28'],
  ['HTTP', '2025-11-25'],
])('over %s at %s', (kind, revision) => {
  test('a tool is called, and the messages of the call are in the timeline', async () => {
    const opened = await openWith(kind, revision)
    const { servers, catalogues } = await opened.state()
    expect(servers).toMatchObject([
      { name: 'workshop', state: 'ready', revision, info: { name: 'workshop' }, counts: { tools: 9, prompts: 1 } },
    ])
    expect(catalogues[0]?.tools?.map(({ name }) => name)).toContain('echo')
    const { state, result, span } = await opened.call('workshop', 'echo', { text: 'hello' })
    expect([state, result]).toMatchObject(['done', { content: [{ type: 'text', text: 'hello' }] }])
    const { messages } = await opened.json<{ messages: { kind: string; name: string; method: string }[] }>(
      `/api/1/spans/${span}`,
    )
    expect(messages.map(({ kind: kindOf, method, name }) => [kindOf, method, name])).toEqual([
      ['request', 'tools/call', 'echo'],
      ['response', 'tools/call', 'echo'],
    ])
  })

  test('the tools are listed once, and once more when they are read again', async () => {
    const opened = await openWith(kind, revision)
    const lists = async () => {
      const { records } = await opened.json<{ records: { kind: string; method?: string }[] }>('/api/1/messages?after=0')
      return records.filter(({ kind: kindOf, method }) => kindOf === 'request' && method === 'tools/list').length
    }
    expect(await lists()).toBe(1)
    await opened.act('refresh-catalogue', { server: 'workshop' })
    expect(await lists()).toBe(2)
  })

  test('a form is filled in, a page is opened, and the person answers as a model', async () => {
    const opened = await openWith(kind, revision)
    const id = await opened.operate({ kind: 'call', server: 'workshop', tool: 'ask', args: {} })
    const form = await opened.request('form')
    expect(form).toMatchObject({ server: 'workshop', operation: id, message: 'What is your name?' })
    await opened.answer(form.id, { type: 'form', action: 'accept', content: { name: 'Ada' } })
    expect(await opened.ended(id)).toMatchObject({ state: 'done', result: { content: [{ text: 'Hello Ada' }] } })

    const second = await opened.operate({ kind: 'call', server: 'workshop', tool: 'sample', args: {} })
    const sample = await opened.request('sample')
    const content = { type: 'text', text: 'Something' }
    await opened.answer(sample.id, { type: 'sample', action: 'answer', result: { content } })
    expect((await opened.ended(second)).result).toMatchObject({ content: [{ text: JSON.stringify([content]) }] })

    const third = await opened.operate({ kind: 'call', server: 'workshop', tool: 'open', args: {} })
    const page = await opened.request('url')
    expect(page).toMatchObject({ url: 'https://example.com/look', host: 'example.com', operation: third })
    await opened.answer(page.id, { type: 'url', action: 'accept' })
    expect((await opened.ended(third)).result).toMatchObject({ content: [{ text: 'accept' }] })
  })
})

test.each<[Kind]>([['stdio'], ['HTTP']])(
  'the same call in each revision gives the wire of each, step by step, and is audited, over %s',
  async (kind) => {
    const opened = await openWith(kind, undefined)
    const args = { text: 'hello' }
    const { state, result } = await opened.run({ kind: 'wire', server: 'workshop', tool: 'echo', args })
    const wire = result as unknown as WireComparison
    expect([state, wire.revisions]).toEqual(['done', revisions.map((revision) => ({ revision }))])
    const inAll = (title: string) => wire.steps.find((step) => step.title === title)?.texts ?? {}
    expect(wire.steps.map(({ title }) => title)).not.toContain('→ tools/list')
    for (const title of ['→ tools/call', '← result of tools/call']) {
      expect(Object.keys(inAll(title))).toEqual(revisions)
      expect(Object.values(inAll(title)).every((text) => text.includes('hello'))).toBe(true)
    }
    expect(Object.keys(inAll('→ initialize'))).toEqual(revisions.slice(0, -1))
    expect((await opened.state()).audit.filter(({ type }) => type === 'call')).toHaveLength(revisions.length)
    expect(await opened.run({ kind: 'wire', server: 'workshop', tool: 'nothing', args })).toMatchObject({
      state: 'failed',
      error: { message: 'There is no tool nothing on workshop' },
    })
  },
)

describe('two calls that ask at the same time', () => {
  const askTwice = async (kind: Kind, revision: ServerSettings['revision']) => {
    const opened = await openWith(kind, revision)
    const ask = { kind: 'call', server: 'workshop', tool: 'ask', args: {} } as const
    const ids = [await opened.operate(ask), await opened.operate(ask)]
    return { opened, ids, forms: [await opened.request('form'), await opened.request('form', 1)] }
  }

  test.each<[Kind, ServerSettings['revision']]>([
    ['stdio', '2026-07-28'],
    ['HTTP', '2026-07-28'],
    ['HTTP', '2025-11-25'],
  ])('each get their own question over %s at %s', async (kind, revision) => {
    const { opened, ids, forms } = await askTwice(kind, revision)
    expect(forms.map(({ operation }) => operation).toSorted()).toEqual(ids)
    for (const { id, operation } of forms) {
      await opened.answer(id, { type: 'form', action: 'accept', content: { name: operation ?? '' } })
    }
    const results = await Promise.all(ids.map(async (id) => (await opened.ended(id)).result))
    expect(results).toMatchObject(ids.map((id) => ({ content: [{ text: `Hello ${id}` }] })))
  })

  test('share the questions where the server does not say which call it asks for', async () => {
    const { opened, ids, forms } = await askTwice('stdio', '2025-11-25')
    expect(forms).toMatchObject([{ operations: ids }, { operations: ids }])
    expect(forms.map(({ operation, span }) => [operation, span])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    for (const { id } of forms) await opened.answer(id, { type: 'form', action: 'decline' })
    for (const id of ids) expect(await opened.ended(id)).toMatchObject({ state: 'done' })
  })
})

test('a call as a task is asked about and audited as any other', async () => {
  const opened = await openWith('stdio', undefined)
  await opened.act('change-settings', { confirmCalls: 'always' })
  const request = { kind: 'call', server: 'workshop', tool: 'copy', args: { count: 2 }, asTask: true } as const
  const denied = await opened.operate(request)
  const question = await opened.request('consent')
  expect(question).toMatchObject({ subject: 'call', operation: denied })
  await opened.answer(question.id, { type: 'consent', answer: 'deny' })
  expect(await opened.ended(denied)).toMatchObject({ state: 'denied' })
  const allowed = await opened.operate(request)
  await opened.answer((await opened.request('consent', 1)).id, { type: 'consent', answer: 'allow' })
  expect(await opened.ended(allowed)).toMatchObject({
    state: 'done',
    task: { status: 'completed' },
    result: { content: [{ text: 'copied 2' }] },
  })
  const audit = (await opened.state()).audit.map(({ type, ...rest }) => [type, rest['answer'] ?? rest['outcome']])
  expect(audit.filter(([type]) => ['decision', 'call', 'result'].includes(String(type)))).toEqual([
    ['decision', 'deny'],
    ['decision', 'allow'],
    ['call', undefined],
    ['result', 'ok'],
  ])
})

describe('a call', () => {
  test('tells its progress, and is cancelled', async () => {
    const opened = await openWith('stdio', undefined)
    const id = await opened.operate({ kind: 'call', server: 'workshop', tool: 'wait', args: { steps: 1_000 } })
    const progress = await opened.until((event) =>
      event.type === 'operation' && event.operation.progress !== undefined ? event.operation.progress : undefined,
    )
    expect(progress).toEqual({ progress: 1, total: 1_000, message: 'step 1' })
    await opened.act('cancel-operation', { id })
    expect(await opened.ended(id)).toMatchObject({ state: 'cancelled', error: { code: 'cancelled' } })
    const { lastSeq, records } = await opened.json<{ lastSeq: number; records: { method?: string }[] }>(
      '/api/1/messages?after=0',
    )
    expect(records.map(({ method }) => method)).toContain('notifications/cancelled')
    expect(lastSeq).toBe(records.length)
  })

  test('that fails shows the failure, with the text of the tool', async () => {
    const opened = await openWith('stdio', undefined)
    expect(await opened.call('workshop', 'fail')).toMatchObject({
      state: 'done',
      isError: true,
      result: { content: [{ text: 'It does not work today' }] },
    })
    expect(await opened.call('workshop', 'nothing')).toMatchObject({
      state: 'failed',
      error: { code: 'usage', message: 'There is no tool nothing on workshop' },
    })
  })

  test('ends when its server does, and the timeline has the exit and the last lines of stderr', async () => {
    const opened = await openWith('stdio', undefined)
    const ended = await opened.call('workshop', 'die')
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'closed' } })
    expect(ended.error?.message).toContain('exited with code 3')
    const { messages, spans, lines } = await opened.state()
    const { records } = await opened.json<{ records: { kind: string; summary?: string }[] }>(
      `/api/1/messages?before=${messages.lastSeq + 1}&limit=50`,
    )
    const texts = records.map(({ kind, summary }) => `${kind}: ${summary}`)
    expect(texts).toContain('stderr: about to end')
    expect(texts).toContain('event: The program exited with 3')
    expect(lines.map(({ text }) => text)).toContain('about to end')
    const die = spans.filter(({ title }) => title.endsWith('die'))
    expect(die.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['call', 'error'],
      ['request', 'error'],
    ])
  })

  test('is denied by the person, if the setting says that they are asked', async () => {
    const opened = await openWith('stdio', undefined)
    await opened.act('change-settings', { confirmCalls: 'always' })
    const id = await opened.operate({ kind: 'call', server: 'workshop', tool: 'echo', args: { text: 'no' } })
    const request = await opened.request('consent')
    expect(request).toMatchObject({ subject: 'call', operation: id, canRemember: true })
    expect(request.description.lines).toContainEqual({ label: 'Tool', text: 'echo', isForeign: true, isWarning: false })
    await opened.answer(request.id, { type: 'consent', answer: 'deny', remember: 'session' })
    expect(await opened.ended(id)).toMatchObject({ state: 'denied', error: { code: 'denied' } })
    const decisions = await opened.until((event) =>
      event.type === 'decisions' && event.decisions.length > 0 ? event.decisions : undefined,
    )
    expect(decisions).toMatchObject([{ type: 'call', server: 'workshop', subject: 'echo', answer: 'deny' }])
    expect((await opened.call('workshop', 'echo', { text: 'no' })).state).toBe('denied')
    await opened.act('forget-decision', { id: decisions[0]?.id ?? '' })
    expect((await opened.state()).decisions).toEqual([])
  })

  test('of a text that is large leaves it out of events', async () => {
    const opened = await openWith('stdio', undefined)
    const ended = await opened.call('workshop', 'large', { size: 200_000 })
    expect([ended.isResultLeftOut, ended.result]).toEqual([true, undefined])
    const whole = await opened.json<{ result: { content: { text: string }[] } }>(`/api/1/operations/${ended.id}`)
    expect(whole.result.content[0]?.text.length).toBe(200_000)
    const { records } = await opened.json<{ records: { seq: number; bytes: number }[] }>('/api/1/messages?after=0')
    const [large] = records.filter(({ bytes }) => bytes > 200_000)
    const detail = await opened.json<{ isCut: boolean; text: string }>(`/api/1/messages/${large?.seq}`)
    expect([detail.isCut, detail.text.length]).toEqual([true, 65_536])
    const all = await opened.json<{ message: { result: { content: { text: string }[] } } }>(
      `/api/1/messages/${large?.seq}?whole=1`,
    )
    expect(all.message.result.content[0]?.text.length).toBe(200_000)
  })
})

describe('what a server offers besides tools', () => {
  test('is read, filled in and completed', async () => {
    const opened = await openWith('stdio', undefined)
    const { catalogues } = await opened.state()
    expect(catalogues[0]?.templates).toMatchObject([{ uriTemplate: 'workshop://shelf/{row}', variables: ['row'] }])
    const { uri } = await opened.act('expand-template', { template: 'workshop://shelf/{row}', values: { row: 'a b' } })
    expect(uri).toBe('workshop://shelf/a%20b')
    expect(await opened.run({ kind: 'read', server: 'workshop', uri })).toMatchObject({
      state: 'done',
      result: { contents: [{ uri, text: 'row a b' }] },
    })
    expect(await opened.run({ kind: 'get', server: 'workshop', prompt: 'greet', args: { name: 'Ada' } })).toMatchObject(
      { result: { messages: [{ content: { text: 'Greet Ada' } }] } },
    )
    expect(await opened.run({ kind: 'ping', server: 'workshop' })).toMatchObject({ state: 'done' })
    expect(await opened.run({ kind: 'raw', server: 'workshop', method: 'no/such' })).toMatchObject({
      state: 'failed',
      error: { code: 'rpc', rpc: { code: -32601 }, advice: ['The server does not have this method.'] },
    })
    const ref = { type: 'template', uri: 'workshop://shelf/{row}' } as const
    const completed = await opened.act('complete', { server: 'workshop', ref, argument: { name: 'row', value: 'f' } })
    expect(completed.values).toEqual(['first'])
    const { found } = await opened.act('search-tools', { words: 'takes time' })
    expect(found[0]).toMatchObject({ server: 'workshop', tool: 'wait' })
  })

  test('is saved as a test that passes, and fails once something else comes', async () => {
    const opened = await openWith('stdio', undefined)
    const { id: operation } = await opened.call('workshop', 'echo', { text: 'same' })
    const { id } = await opened.act('save-test', { operation, name: 'echo says it' })
    await opened.act('run-tests', {})
    const [ran] = await opened.until((event) =>
      event.type === 'tests' && event.tests[0]?.last !== undefined ? event.tests : undefined,
    )
    expect(ran).toMatchObject({ id, name: 'echo says it', last: { passed: true } })
    const exported = await opened.json<{ tests: unknown[] }>('/api/1/export?format=tests')
    expect(exported.tests).toHaveLength(1)
    await opened.act('delete-test', { id })
    expect((await opened.state()).tests).toEqual([])
  })
})
