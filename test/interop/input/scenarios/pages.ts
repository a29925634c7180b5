import { hasPages, type Scenario, type Stage } from './scenario.js'
import { notify } from './tell.js'

/** Pages that a person is asked to open. */
export const pageScenarios: readonly Scenario[] = [
  ...(['accept', 'decline', 'cancel'] as const).map((action): Scenario => {
    return {
      name: `a page is to be opened: ${action}`,
      isFor: hasPages,
      play: async ({ driver, respondent }) => {
        respondent.begin({ page: () => ({ action }) })
        const notified = (await notify(driver, 'open')) as { readonly action: string; readonly id: string }
        const asked = respondent.asked.map((question) => ({ ...question, url: withoutId(question, notified.id) }))
        return [notified.action, ...asked]
      },
      expected: () => [action, { type: 'page', message: 'Please sign in', url: 'https://example.com/in?id=' }],
    }
  }),
  {
    name: 'the client is told when a page is done',
    needsSession: true,
    isFor: ({ revision, isOurServer, isBothOurs = false }) => isOurServer && !isBothOurs && revision === '2025-11-25',
    play: async (stage) => {
      const { driver, respondent } = stage
      respondent.begin({ page: () => ({ action: 'accept' }) })
      const { id } = (await notify(driver, 'open')) as { readonly id: string }
      const count = driver.completed.length
      await notify(driver, 'done')
      await completed(stage, count + 1)
      return driver.completed.slice(count).map((done) => done === id)
    },
    expected: () => [true],
  },
  {
    name: 'a call that needs a page is sent again when that is done',
    isFor: ({ revision, isOurServer, clientName }) => !isOurServer && !clientName && revision === '2025-11-25',
    play: unlock,
    expected: () => ['unlocked', { type: 'page', message: 'Please sign in', url: 'https://example.com/in' }],
  },
  {
    name: 'a call that needs a page is refused when nobody opens it',
    isFor: ({ revision, isOurServer, isBothOurs = false, clientName }) =>
      (!isOurServer || isBothOurs) && !clientName && revision === '2025-11-25',
    play: async ({ driver, respondent }) => {
      respondent.begin({ page: () => ({ action: 'decline' }) })
      return notify(driver, 'locked').catch(({ code }) => code)
    },
    expected: () => -32042,
  },
]

/** A refusal that names a page, after which the call is sent again. */
async function unlock({ driver, respondent }: Stage): Promise<unknown> {
  respondent.begin({
    page: async () => {
      await notify(driver, 'finish')
      return { action: 'accept' }
    },
  })
  const notified = await notify(driver, 'locked')
  await notify(driver, 'lock')
  return [notified, ...respondent.asked]
}

/** What the server made of the id is in the address. */
function withoutId(question: object, id: string): unknown {
  return 'url' in question && String(question.url).replace(id, '')
}

async function completed({ driver }: Stage, count: number): Promise<void> {
  while (driver.completed.length < count) await driver.ping()
}
