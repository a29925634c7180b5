import { expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { PageCompleted } from '../../client/input/url-elicitation-completions.js'
import { elicitationsPerMinute } from '../sampling/budget.js'
import { createFormHandler, createUrlHandler } from './elicitation-handlers.js'
import { setUp } from './fixtures/set-up.js'

const page = { message: 'Sign in', url: 'https://example.com/connect?id=7#top' }

test('a page that is allowed is shown in full, with the server that asks', async () => {
  verifies('ELI-09', 'ELI-29')
  const { options, questions, audited, ctx } = setUp()
  const elicitUrl = vi.fn(async () => 'accept' as const)
  expect(await createUrlHandler(options, elicitUrl)(page, ctx)).toBe('accept')
  expect(elicitUrl.mock.calls).toEqual([[{ ...page, server: 'notes' }, ctx]])
  expect(questions).toEqual([{ type: 'elicit', server: 'notes', ...page }])
  expect(audited).toEqual([{ type: 'elicit', server: 'notes', mode: 'url', action: 'accept' }])
})

test('a page that is denied is declined, and nobody sees it', async () => {
  verifies('ELI-29')
  const { options, audited, ctx } = setUp({ decide: () => ({ answer: 'deny' }) })
  const elicitUrl = vi.fn(async () => 'accept' as const)
  expect(await createUrlHandler(options, elicitUrl)(page, ctx)).toBe('decline')
  expect(elicitUrl).not.toHaveBeenCalled()
  expect(audited).toEqual([{ type: 'elicit', server: 'notes', mode: 'url', action: 'decline' }])
})

test('nothing is fetched from a page', async () => {
  verifies('ELI-29')
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { options, ctx } = setUp()
  await createUrlHandler(options, async () => 'accept')({ ...page, url: 'http://localhost:1/' }, ctx)
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

test.each([
  'http://example.com/',
  'http://localhost.example.com/',
  'http://10.0.0.1/',
  'https://user:secret@example.com/',
  'https://user@example.com/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,hi',
  'ftp://example.com/',
  'https:example.com',
  'https://exa mple.com/',
  'https:\\\\example.com\\',
  'vscode://open',
  '',
])('%j is shown to nobody', async (url) => {
  verifies('ELI-29', 'SEC-13')
  const { options, questions, audited, ctx } = setUp()
  const elicitUrl = vi.fn(async () => 'accept' as const)
  await expect(createUrlHandler(options, elicitUrl)({ message: 'x', url }, ctx)).rejects.toMatchObject({
    code: -32602,
    message: 'params.url must be an https: URL, or an http: URL of this machine, without credentials',
  })
  expect([elicitUrl.mock.calls, questions, audited]).toEqual([[], [], []])
})

test.each(['http://localhost:3000/a', 'http://127.0.0.1/', 'http://[::1]:80/', 'HTTPS://EXAMPLE.COM'])(
  '%j may be shown',
  async (url) => {
    const { options, ctx } = setUp()
    expect(
      await createUrlHandler(options, async ({ url: shown }) => (shown === url ? 'accept' : 'cancel'))(
        { message: 'x', url },
        ctx,
      ),
    ).toBe('accept')
  },
)

test('an action that is none is an error, and is not written down', async () => {
  const { options, audited, ctx } = setUp()
  await expect(createUrlHandler(options, async () => 'opened' as never)(page, ctx)).rejects.toThrow(
    'createHost: the action that elicitUrl returns must be "accept", "decline" or "cancel", got "opened"',
  )
  expect(audited).toEqual([])
})

test('forms and pages share a rate', async () => {
  verifies('ELI-35')
  const { options, ctx } = setUp()
  const form = createFormHandler(options, () => ({ action: 'cancel' }))
  for (let count = 0; count < elicitationsPerMinute; count += 1) {
    await form({ message: 'x', schema: { type: 'object', properties: {} } }, ctx)
  }
  await expect(createUrlHandler(options, async () => 'accept')(page, ctx)).rejects.toMatchObject({ code: 'limit' })
})

/** A promise that rejects when the question is taken back. */
const untilWithdrawn = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a page that was completed elsewhere is taken back, and written down as accepted', async () => {
  const { options, audited, controller, ctx } = setUp()
  const shown = createUrlHandler(options, (_page, { signal }) => untilWithdrawn(signal))(page, ctx)
  controller.abort(new PageCompleted())
  expect(await shown).toBe('accept')
  expect(audited).toEqual([{ type: 'elicit', server: 'notes', mode: 'url', action: 'accept' }])
})

test('a consent request for it is taken back too', async () => {
  const asked: AbortSignal[] = []
  const decide = (_question: unknown, signal: AbortSignal) => {
    asked.push(signal)
    return untilWithdrawn(signal)
  }
  const { options, audited, controller, ctx } = setUp({ decide })
  const shown = createUrlHandler(options, async () => 'decline')(page, ctx)
  controller.abort(new PageCompleted())
  expect([await shown, asked.map(({ aborted }) => aborted)]).toEqual(['accept', [true]])
  expect(audited).toEqual([{ type: 'elicit', server: 'notes', mode: 'url', action: 'accept' }])
})

test('a page that is taken back for another reason is not accepted', async () => {
  const { options, audited, controller, ctx } = setUp()
  const shown = createUrlHandler(options, (_page, { signal }) => untilWithdrawn(signal))(page, ctx)
  controller.abort(new Error('closed'))
  await expect(shown).rejects.toThrow('closed')
  expect(audited).toEqual([])
})
