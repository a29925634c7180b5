// @vitest-environment happy-dom
import { h } from 'preact'
import { describe, expect, test } from 'vitest'
import { emptyState, sampleServer, startedAt } from '#test/console/page/sample-state.js'
import type { Operation, ServerLine, SignIn } from '../api/contract.js'
import { createApp } from '../fixtures/create-app.js'
import { show } from '../fixtures/screen.js'
import { Lines } from './lines.js'
import { LogPage } from './log-page.js'
import { SignInSteps } from './sign-in-steps.js'
import { TasksPage } from './tasks-page.js'

const line = (seq: number, more: Partial<ServerLine> = {}): ServerLine => ({
  ...{ seq, at: startedAt + seq, server: 'notes', from: 'log', text: `line ${seq}` },
  ...more,
})

describe('the lines of a server', () => {
  const lines = (all: readonly ServerLine[], limit = 20) =>
    show(h(Lines, { server: 'notes', limit }), createApp({ lines: all }).app)

  test('are its own, the last ones', async () => {
    const screen = await lines([line(1), line(2), line(3, { server: 'other' }), line(4)], 2)
    expect(screen.texts('li')).toEqual(['14:02:00.002logline 2', '14:02:00.004logline 4'])
    expect(screen.one('ol').getAttribute('aria-label')).toBe('Log of notes')
  })

  test('are none yet', async () => {
    const screen = await lines([line(1, { server: 'other' })])
    expect(screen.text).toBe('It has written nothing to its log or to stderr.')
  })

  test.each<[Partial<ServerLine>, string, string]>([
    [{ from: 'stderr' }, 'stderr', ''],
    [{ level: 'info' }, 'info', ''],
    [{ level: 'warning' }, 'warning', 'warn'],
    [{ level: 'error' }, 'error', 'bad'],
    [{ level: 'critical' }, 'critical', 'bad'],
    [{ level: 'alert' }, 'alert', 'bad'],
    [{ level: 'emergency' }, 'emergency', 'bad'],
  ])('of %j say whence they are, in their colour', async (more, origin, name) => {
    const screen = await lines([line(1, more)])
    expect([screen.texts('.origin'), screen.one('li').className]).toEqual([[origin], name])
  })

  test('are shown up to 2,000 characters', async () => {
    const screen = await lines([line(1, { text: `\u200b${'x'.repeat(2_000)}` })])
    expect(screen.texts('.line')).toEqual([`⟨U+200B⟩${'x'.repeat(1_999)}`])
  })
})

describe('the log', () => {
  const log = async (logLevel?: 'error') => {
    const settings = { ...emptyState().settings, ...(logLevel === undefined ? {} : { logLevel }) }
    const lines = Array.from({ length: 1_001 }, (_, index) => line(index + 1))
    const fixture = createApp({ settings, lines })
    return { ...fixture, screen: await show(h(LogPage, { server: sampleServer('notes') }), fixture.app) }
  }

  test('has the last 1,000 lines', async () => {
    const { screen } = await log()
    expect([screen.texts('h1'), screen.all('li').length]).toEqual([['Log of notes'], 1_000])
  })

  test('asks servers for a level', async () => {
    const { screen, api } = await log('error')
    expect([screen.field('Ask servers for').value, screen.texts('option')]).toEqual([
      'error',
      ['what they log', 'debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'],
    ])
    await screen.choose('Ask servers for', 'debug')
    await screen.choose('Ask servers for', '')
    expect(api.acts).toEqual([
      ['change-settings', { logLevel: 'debug' }],
      ['change-settings', { logLevel: null }],
    ])
    expect((await log()).screen.field('Ask servers for').value).toBe('')
  })
})

describe('a sign-in', () => {
  const step = (name: string, more: Partial<SignIn['steps'][number]> = {}) =>
    ({ at: startedAt, name, state: 'done', text: `${name}\u200b`, ...more }) as const
  async function steps(signIn: Partial<SignIn> = {}) {
    const fixture = createApp({ signIns: [{ server: 'notes', state: 'running', steps: [], ...signIn }] })
    return { ...fixture, screen: await show(h(SignInSteps, { server: 'notes' }), fixture.app) }
  }

  test('has its steps in words', async () => {
    const names = [
      'challenge',
      'resource-metadata',
      'server-metadata',
      'registration',
      'authorize',
      'redirect',
      'token',
    ]
    const { screen } = await steps({ steps: [...names, 'refresh', 'toString'].map((name) => step(name)) })
    expect(screen.texts('.step-name')).toEqual([
      'The server asks for a token',
      'Who may give tokens',
      'How to ask for one',
      'Registering this client',
      'Asking you',
      'Coming back',
      'Getting the token',
      'Renewing the token',
      'toString',
    ])
    expect([screen.texts('li .soft').slice(0, 2), screen.all('li')[0]?.className]).toEqual([
      ['challenge⟨U+200B⟩', '14:02:00'],
      'done',
    ])
    expect([screen.buttons, screen.all('.failure').length]).toEqual([[], 0])
  })

  test('leads to the messages of a step', async () => {
    const { screen, ui } = await steps({ steps: [step('token', { seq: 7 })] })
    await screen.click('Messages')
    expect([ui.message.value, ui.timeline.value]).toEqual([7, 'docked'])
    ui.timeline.value = 'hidden'
    await screen.click('Messages')
    expect(ui.timeline.value).toBe('docked')
    ui.timeline.value = 'full'
    await screen.click('Messages')
    expect(ui.timeline.value).toBe('full')
  })

  test('says why it failed', async () => {
    const { screen } = await steps({ state: 'failed', error: { code: 'access_denied', message: 'No' } })
    expect(screen.texts('.failure p')).toEqual(['access denied No'])
  })

  test('of another server is none of this one', async () => {
    expect((await steps({ server: 'other' })).screen.root.childElementCount).toBe(0)
  })
})

describe('the tasks of a server', () => {
  const task = (id: string, more: Partial<Operation> = {}): Operation => ({
    ...{
      id,
      request: { kind: 'call', server: 'notes', tool: id, args: {} },
      state: 'done',
      startedAt,
      endedAt: startedAt,
    },
    task: { id, status: 'completed' },
    ...more,
  })
  const page = (operations: readonly Operation[]) =>
    show(h(TasksPage, { server: sampleServer('notes') }), createApp({ operations }).app)

  test('are there, last first', async () => {
    const { task: _, ...plain } = task('plain')
    const other = task('other', { request: { kind: 'ping', server: 'other' } })
    const screen = await page([task('a'), plain, other, task('b')])
    expect([screen.texts('h1'), screen.texts('h2'), screen.all('.operation').length]).toEqual([
      ['Tasks of notes'],
      ['b', 'a'],
      2,
    ])
  })

  test('are none yet', async () => {
    const screen = await page([])
    expect(screen.texts('h2')).toEqual(['No tasks yet'])
    expect(screen.text).toContain('press “Call as a task”')
  })
})
