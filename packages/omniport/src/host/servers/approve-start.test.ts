import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { deferred } from '../../client/fixtures/connect-fake.js'
import type { ConsentDecision } from '../consent/decisions/consent-decision.js'
import type { Decision } from '../consent/decisions/decision.js'
import { ConsentHarness } from '../consent/fixtures/consent-harness.js'
import type { StartConsent } from '../consent/requests/consent-request.js'
import { startHost } from '../fixtures/start-host.js'
import { approveStart } from './approve-start.js'
import type { ServerSettings } from './settings/server-settings.js'

const source = { file: 'mcp.json', line: 3, field: 'mcpServers.a' }

/** Somebody who is asked about starts, and what policy and person saw of `change`. */
function createHarness() {
  const [policy, person]: [StartConsent['change'][], StartConsent['change'][]] = [[], []]
  let next: ConsentDecision = { answer: 'allow', remember: 'always' }
  const harness = new ConsentHarness({
    policy: (question) => {
      if (question.type === 'start') policy.push(question.change)
      return 'ask'
    },
    ask: (question) => {
      if (question.type === 'start') person.push(question.change)
      return next
    },
  })
  const start = async (target: ServerSettings['target'], answer: ConsentDecision = next, server = 'a') => {
    next = answer
    const { signal } = new AbortController()
    await approveStart({ server, settings: { target, source }, signal }, harness.consent).catch(({ code }) => code)
  }
  return { harness, policy, person, start }
}

test.each<ConsentDecision>([
  { answer: 'allow', remember: 'always' },
  { answer: 'allow', remember: 'session' },
  { answer: 'deny', remember: 'always' },
])('the policy is told whether an entry is new, the same or changed; a person is asked once: %j', async (answer) => {
  verifies('SEC-10')
  const { policy, person, start } = createHarness()
  await start({ command: 'notes', env: { A: '1', B: '2' } }, answer)
  await start({ command: 'notes', env: { B: '3', A: '4' } })
  await start({ command: 'other' })
  await start({ command: 'notes', env: { A: '1', B: '2' } })
  expect(policy).toEqual(['new', 'same', 'changed', 'same'])
  expect(person).toEqual(['new', 'changed'])
})

test('what is not remembered, remembered no more, or of another server or question, makes nothing known', async () => {
  const { harness, policy, start } = createHarness()
  await start({ command: 'notes' }, 'allow')
  await start({ command: 'notes' }, { answer: 'allow', remember: { scope: 'always', forMs: 1_000 } })
  await harness.runtime.advance(1_000)
  await start({ command: 'notes' }, { answer: 'allow', remember: 'always' }, 'b')
  const [stored] = await harness.decisions.list()
  await harness.decisions.put({ ...(stored as Decision), server: 'a', type: 'call' })
  await start({ command: 'notes' })
  expect(policy).toEqual(['new', 'new', 'new', 'new'])
})

test('a store of decisions that does not answer holds up nobody who stops waiting', async () => {
  const never = { list: () => new Promise<never>(() => {}), put: async () => {}, delete: async () => {} }
  const { consent } = new ConsentHarness({ decisions: never })
  const abort = new AbortController()
  const approving = approveStart(
    { server: 'a', settings: { target: 'http://a.example', source }, signal: abort.signal },
    consent,
  )
  abort.abort(new Error('enough'))
  await expect(approving).rejects.toThrow('enough')
})

test('nor the host that is closed', async () => {
  const asked = deferred<void>()
  const list = () => {
    asked.resolve()
    return new Promise<never>(() => {})
  }
  const decisions = { list, put: async () => {}, delete: async () => {} }
  const host = startHost({ servers: { a: { target: { command: 'none' }, source } }, decisions })
  const starting = host.start('a')
  starting.catch(() => {})
  await asked.promise
  await host.close()
  await expect(starting).rejects.toMatchObject({ code: 'closed' })
})
