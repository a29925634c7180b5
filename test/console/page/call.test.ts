import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleState, Operation, PersonRequest } from '../../../packages/console/src/api/contract.js'
import { hasBrowser } from '../../auth/browser.js'
import { FakeConsole, type OnAction, type SeenAction } from './fake-console.js'
import { openConsoleBrowser, openPage, type WatchedPage } from './open-page.js'
import { emptyState, notesTools, sampleServer, startedAt } from './sample-state.js'

describe.skipIf(!hasBrowser)('the page of the console', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openConsoleBrowser()
  })
  afterAll(() => browser.close())

  /** Runs with a page on a server that answers as it is told. Whatever happens, nothing may complain. */
  async function withPage(
    state: ConsoleState,
    onAction: OnAction,
    run: (opened: WatchedPage, fake: FakeConsole) => Promise<void>,
  ) {
    const fake = await FakeConsole.open(state, onAction)
    try {
      const opened = await openPage(browser, fake.url)
      await run(opened, fake)
      // A request that was refused or cut is written to the console of the browser.
      expect(opened.complaints.filter((each) => !/401|ERR_INCOMPLETE|ERR_CONNECTION/.test(each))).toEqual([])
      await opened.page.context().close()
    } finally {
      await fake.close()
    }
  }

  test('goes from an empty page to a called tool, by the keyboard alone', async () => {
    const onAction: OnAction = ({ name, input }, fake) => {
      if (name === 'add-server') {
        const server = sampleServer('notes', { counts: { tools: 1 }, isAdded: true })
        fake.send(
          { type: 'servers', servers: [server] },
          { type: 'catalogue', catalogue: { server: 'notes', tools: [...notesTools], problems: {} } },
        )
        return { name: 'notes' }
      }
      if (name === 'operate')
        fake.send({
          type: 'operation',
          operation: finished(input, { content: [{ type: 'text', text: 'Two notes.' }] }),
        })
      return {}
    }
    await withPage(emptyState(), onAction, async ({ page }, fake) => {
      await page.getByLabel('Command').focus()
      await page.keyboard.type('node "my notes.js"')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('link', { name: /search_notes/ }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('search_n')
      await page.keyboard.press('Enter')
      await page.getByLabel('query').focus()
      await page.keyboard.type('tomatoes')
      await page.getByLabel('limit').focus()
      await page.keyboard.type('500')
      await page.getByText('Must be at most 50.').waitFor()
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Two notes.').waitFor()
      expect(fake.actions.map(({ name, input }) => [name, input['command'] ?? input['request']])).toEqual([
        ['add-server', 'node'],
        ['operate', { kind: 'call', server: 'notes', tool: 'search_notes', args: { query: 'tomatoes', limit: 50 } }],
      ])
      expect(fake.actions[0]?.input['args']).toEqual(['my notes.js'])
      expect(page.url()).not.toContain('token')
    })
  })

  test('answers what a server asks while a call runs', async () => {
    await withPage(askingState(form), answerAndEnd, async ({ page }, fake) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      const card = page.locator('.card')
      expect(await card.locator('h2').first().textContent()).toContain('notes asks you')
      await card.getByRole('button', { name: 'true' }).click()
      await card.getByLabel('why').fill('It is old')
      await card.getByRole('button', { name: 'Send the answer' }).click()
      await card.waitFor({ state: 'detached' })
      expect(answersOf(fake)).toEqual([
        { type: 'form', action: 'accept', content: { confirm: true, why: 'It is old' } },
      ])
    })
  })

  test('shows a question of one of several calls beside each of them, and says that it may be any', async () => {
    const { operation: _, ...unknown } = form
    const state = askingState({ ...unknown, operations: ['op', 'other'] })
    const other = { ...state.operations[0], id: 'other', request: searchNotes, state: 'running', startedAt } as const
    await withPage({ ...state, operations: [...state.operations, other] }, answerAndEnd, async ({ page }, fake) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      await page.locator('.card').getByText('It does not say for which of these:').waitFor()
      await page.locator('.card').getByRole('button', { name: 'search_notes' }).click()
      await page.getByRole('heading', { level: 1, name: 'search_notes' }).waitFor()
      await page.locator('.card').getByRole('button', { name: 'Decline' }).click()
      await page.locator('.card').waitFor({ state: 'detached' })
      expect(answersOf(fake)).toEqual([{ type: 'form', action: 'decline' }])
    })
  })

  test('marks what an answer lacks, and sends nothing', async () => {
    await withPage(askingState(form), answerAndEnd, async ({ page }, fake) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      await page.getByRole('button', { name: 'Send the answer' }).click()
      await page.locator('.card').getByText('Required.').waitFor()
      await page.locator('.card .field.wrong :focus').waitFor()
      expect(answersOf(fake)).toEqual([])
      await page.getByRole('button', { name: 'Decline' }).click()
      await page.locator('.card').waitFor({ state: 'detached' })
      expect(answersOf(fake)).toEqual([{ type: 'form', action: 'decline' }])
    })
  })

  test('shows all of a sampling request, and sends the edited prompt', async () => {
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Sum up.' } }], maxTokens: 100 }
    const request: PersonRequest = {
      ...base,
      type: 'consent',
      subject: 'sample',
      description: {
        title: 'notes wants to send this to a model',
        lines: [{ label: 'Prompt', text: 'Sum up.', isForeign: true, isWarning: false }],
      },
      detail: params,
      canRemember: false,
      params,
    }
    await withPage(askingState(request), answerAndEnd, async ({ page }, fake) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      const editor = page.locator('.card').getByRole('button', { name: 'JSON' })
      await editor.click()
      const text = page.getByLabel('What the model gets as JSON')
      await text.fill((await text.inputValue()).replace('Sum up.', 'Sum up in one line.'))
      await page.getByRole('button', { name: 'Send it' }).click()
      await page.locator('.card').waitFor({ state: 'detached' })
      const edited = { ...params, messages: [{ role: 'user', content: { type: 'text', text: 'Sum up in one line.' } }] }
      expect(answersOf(fake)).toEqual([{ type: 'consent', answer: 'allow', params: edited }])
    })
  })

  test('lets the person be the model', async () => {
    const request: PersonRequest = {
      ...base,
      type: 'sample',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'Who?' } }] },
    }
    await withPage(askingState(request), answerAndEnd, async ({ page }, fake) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      await page.getByText('Who?').waitFor()
      await page.getByLabel("The model's answer").fill('Ada')
      await page.getByRole('button', { name: 'Send the answer' }).click()
      await page.locator('.card').waitFor({ state: 'detached' })
      const result = {
        role: 'assistant',
        content: { type: 'text', text: 'Ada' },
        model: 'a person',
        stopReason: 'endTurn',
      }
      expect(answersOf(fake)).toEqual([{ type: 'sample', action: 'answer', result }])
    })
  })

  test('denies consent, and shows that the call was not allowed', async () => {
    const request: PersonRequest = {
      ...base,
      type: 'consent',
      subject: 'call',
      description: {
        title: 'Call delete_note?',
        lines: [{ label: 'Tool', text: 'delete_note', isForeign: true, isWarning: false }],
      },
      detail: { arguments: { id: 'a' } },
      canRemember: true,
    }
    await withPage(askingState(request), answerAndEnd, async ({ page }, fake) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      await page.getByRole('button', { name: 'Until the console ends' }).click()
      await page.getByRole('button', { name: "Don't allow" }).click()
      await page.getByText('Not allowed').waitFor()
      expect(answersOf(fake)).toEqual([{ type: 'consent', answer: 'deny', remember: 'session' }])
    })
  })

  test('opens the page of a server by a link that says where it leads', async () => {
    const request: PersonRequest = {
      ...base,
      type: 'url',
      message: 'Pay here',
      url: 'https://pay.example.com/x?y=1',
      host: 'pay.example.com',
      warnings: ['Its name looks like another one.'],
    }
    await withPage(askingState(request), answerAndEnd, async ({ page }) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      const link = page.getByRole('link', { name: 'Open the page' })
      expect(await link.getAttribute('href')).toBe('https://pay.example.com/x?y=1')
      expect(await link.getAttribute('rel')).toBe('noreferrer noopener')
      expect(await page.locator('.target strong').textContent()).toBe('pay.example.com')
    })
  })

  test('shows a server that dies while a call runs', async () => {
    const onAction: OnAction = ({ name, input }, fake) => {
      if (name !== 'operate') return {}
      const running = { ...finished(input, undefined), state: 'running' as const }
      const { endedAt: _, ...open } = running
      const server = sampleServer('notes', {
        state: 'failed',
        code: 'closed',
        reason: 'exited with code 9',
        advice: ['Look at its last lines.'],
      })
      fake.send(
        { type: 'operation', operation: { ...open, progress: { progress: 3, total: 8, message: 'third note' } } },
        { type: 'server', server },
        {
          type: 'operation',
          operation: { ...running, state: 'failed', error: { code: 'closed', message: 'The server ended' } },
        },
      )
      return {}
    }
    const state = { ...askingState(form), requests: [], operations: [] }
    await withPage(state, onAction, async ({ page }) => {
      await page.goto(`${page.url().split('#')[0]}#/servers/notes/tools/delete_note`)
      await page.getByRole('button', { name: 'Call', exact: true }).click()
      await page.getByText('The server ended').waitFor()
      expect(await page.locator('.nav-link .dot').first().getAttribute('title')).toBe('failed')
      await page
        .locator('.nav')
        .getByRole('link', { name: /notes exited/ })
        .click()
      await page.getByText('Look at its last lines.').waitFor()
    })
  })

  test('follows again after a cut, and says when its token is of another start', async () => {
    await withPage(askingState(form), answerAndEnd, async ({ page }, fake) => {
      await page.getByText('Recording').waitFor()
      fake.cut()
      await page.getByText('Reconnecting').waitFor()
      await page.getByText('Recording').waitFor()
      await page.evaluate(() => sessionStorage.clear())
      await page.goto(page.url().split('#')[0] ?? '')
      await page.reload()
      await page.getByText('This page has no access any more').waitFor()
    })
  })
})

const searchNotes = { kind: 'call', server: 'notes', tool: 'search_notes', args: { query: 'a' } } as const
const base = { id: 'q', at: startedAt, server: 'notes', operation: 'op' }
const form: PersonRequest = {
  ...base,
  type: 'form',
  message: 'Delete it?',
  schema: {
    type: 'object',
    properties: { confirm: { type: 'boolean' }, why: { type: 'string' } },
    required: ['confirm'],
  },
}

function askingState(request: PersonRequest): ConsoleState {
  return {
    ...emptyState(),
    servers: [sampleServer('notes', { counts: { tools: 4 } })],
    catalogues: [{ server: 'notes', tools: [...notesTools], problems: {} }],
    operations: [
      {
        id: 'op',
        request: { kind: 'call', server: 'notes', tool: 'delete_note', args: { id: 'a' } },
        state: 'asking',
        startedAt,
      },
    ],
    requests: [request],
  }
}

const answerAndEnd: OnAction = ({ name, input }, fake) => {
  if (name !== 'answer') return {}
  const [operation] = fake.state.operations
  const isDenied = (input['answer'] as { readonly answer?: string }).answer === 'deny'
  fake.send({ type: 'request-ended', id: 'q', reason: 'answered' })
  if (operation !== undefined) {
    fake.send({
      type: 'operation',
      operation: { ...operation, state: isDenied ? 'denied' : 'done', endedAt: startedAt + 1 },
    })
  }
  return {}
}

function answersOf(fake: FakeConsole): readonly unknown[] {
  return fake.actions.filter(({ name }) => name === 'answer').map(({ input }) => input['answer'])
}

function finished(input: SeenAction['input'], result: Operation['result']): Operation {
  const operation = {
    id: String(input['id']),
    request: input['request'] as Operation['request'],
    state: 'done',
    startedAt,
    endedAt: startedAt + 41,
    ms: 41,
  } as const
  return result === undefined ? operation : { ...operation, result }
}
