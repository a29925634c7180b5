import type { JsonObject } from '../../json.js'
import type { Peer } from '../../peers.js'
import { forms } from '../../read-forms.js'
import { hasForms, hasPages, type Scenario } from './scenario.js'
import { notify } from './tell.js'

/** Forms: what the person sees, and what the server gets. */
export const formScenarios: readonly Scenario[] = [
  {
    name: 'a form has fields of every kind, and its defaults are filled in',
    isFor: hasForms,
    play: async ({ driver, respondent }) => {
      respondent.begin({ form: () => ({ action: 'accept', content: full }) })
      return [await notify(driver, 'register'), ...respondent.asked]
    },
    expected: (peer) => [{ action: 'accept', content: { ...full, ...defaultsFor(peer) } }, registration(peer)],
  },
  {
    name: 'every field of a form can be filled in',
    isFor: hasForms,
    play: async ({ driver, respondent }) => {
      respondent.begin({ form: () => ({ action: 'accept', content: everyField }) })
      return notify(driver, 'register')
    },
    expected: () => ({ action: 'accept', content: everyField }),
  },
  {
    name: 'a form is declined',
    isFor: hasForms,
    play: async ({ driver, respondent }) => {
      respondent.begin({ form: () => ({ action: 'decline' }) })
      return notify(driver, 'register')
    },
    expected: () => ({ action: 'decline' }),
  },
  {
    name: 'a form is put aside',
    isFor: hasForms,
    play: async ({ driver, respondent }) => {
      respondent.begin({ form: () => ({ action: 'cancel' }) })
      return notify(driver, 'register')
    },
    expected: () => ({ action: 'cancel' }),
  },
  {
    name: 'several of several are chosen',
    isFor: hasPages,
    play: async ({ driver, respondent }) => {
      respondent.begin({ form: () => ({ action: 'accept', content: { toppings: ['basil', 'olives'], sides: ['b'] } }) })
      return [await notify(driver, 'choose'), ...respondent.asked]
    },
    expected: () => [
      { action: 'accept', content: { toppings: ['basil', 'olives'], sides: ['b'] } },
      { type: 'form', message: 'What would you like?', schema: forms.choose },
    ],
  },
  {
    name: 'a form that the revision does not have is not asked for',
    isFor: ({ revision, isOurServer }) => isOurServer && revision === '2025-06-18',
    play: async ({ driver, respondent }) => {
      respondent.begin({})
      return [await notify(driver, 'choose'), ...respondent.asked]
    },
    expected: () => [{ wrong: 'A form of revision 2025-06-18 cannot ask for several choices, as "toppings" does' }],
  },
  {
    name: 'an answer that does not fit is asked for again',
    isFor: (peer) => peer.isOurServer && peer.isBothOurs !== true && hasForms(peer), // our client does not send it
    play: async ({ driver, respondent }) => {
      const answers = [{ ...full, age: 200 }, { name: 'Ann' }, full]
      respondent.begin({ form: () => ({ action: 'accept', content: answers.shift() }) })
      return [await notify(driver, 'register'), respondent.asked.length]
    },
    expected: () => [{ action: 'accept', content: { ...full, ...defaults } }, 3],
  },
]

const full = { name: 'Ann', email: 'ann@example.com', age: 41, colour: 'red' }

const defaults = { score: 0.5, agreed: true, size: 's' }

const everyField = {
  ...{ name: 'Jörg', email: 'jorg@example.com', site: 'https://example.com/', born: '1984-02-29' },
  ...{ seen: '2026-07-28T12:00:00Z', age: 0, score: -1.5, agreed: false, colour: 'green', size: 'l' },
}

/** Ours fills in its defaults on either side; other servers have them filled in by our client, as far as they tell them. */
/** Neither side of the SDK fills them in as it is set up here. */
function defaultsFor({ isOurServer, clientName, revision }: Peer): JsonObject {
  if (clientName !== undefined) return {}
  return isOurServer || revision > '2025-06-18' ? defaults : { agreed: true }
}

function registration({ revision }: Peer): JsonObject {
  const schema = revision > '2025-06-18' ? forms.register : forms.registerPlain
  return { type: 'form', message: 'Who are you?', schema }
}
