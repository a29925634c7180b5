import { describe, expect, test } from 'vitest'
import { call, form, prompt, sampled, skill } from '../fixtures/consent-requests.js'
import type { ConsentRequest } from '../requests/consent-request.js'
import type { ConsentDecision } from './consent-decision.js'
import { parseConsentDecision } from './parse-consent-decision.js'

/** What becomes of an answer that its types may not allow. */
const parsed = (decision: unknown, request: ConsentRequest = call()) =>
  parseConsentDecision(decision as ConsentDecision, request)

const params = { messages: [{ role: 'user', content: 'other' }], maxTokens: 5 } as const
const result = { role: 'assistant', model: 'm', content: [{ type: 'text', text: 'other' }] } as const
const generated: ConsentRequest = { ...skill, skill: { ...skill.skill, files: 'dynamic' } }

test.each(['allow', 'deny'] as const)('a plain %s is that, and is not remembered', (answer) => {
  expect([parsed(answer), parsed({ answer })]).toEqual([{ answer }, { answer }])
})

describe('an answer is remembered', () => {
  test.each(['session', 'always'] as const)('for all calls, where only "%s" is given', (remember) => {
    const scope = remember
    expect(parsed({ answer: 'allow', remember })).toEqual({ answer: 'allow', remember: { scope, args: false } })
    expect(parsed({ answer: 'deny', remember: { scope } })).toEqual({
      answer: 'deny',
      remember: { scope, args: false },
    })
  })

  test('for some arguments, and for some time', () => {
    const remember = { scope: 'always', args: true, forMs: 1 }
    expect(parsed({ answer: 'allow', remember })).toEqual({ answer: 'allow', remember })
  })

  test('without arguments where the request has some and nobody asks for them', () => {
    const remember = { scope: 'session', args: false }
    expect(parsed({ answer: 'allow', remember }, form)).toEqual({ answer: 'allow', remember })
  })

  test('unless it allows a skill that nobody can verify', () => {
    expect(parsed({ answer: 'allow', remember: 'always' }, generated)).toEqual({ answer: 'allow' })
    const denied = { answer: 'deny', remember: { scope: 'always', args: false } }
    expect(parsed({ answer: 'deny', remember: 'always' }, generated)).toEqual(denied)
    const allowed = { answer: 'allow', remember: { scope: 'always', args: false } }
    expect(parsed({ answer: 'allow', remember: 'always' }, skill)).toEqual(allowed)
  })
})

describe('an answer may hold', () => {
  test('another prompt', () => {
    expect(parsed({ answer: 'allow', params }, prompt)).toEqual({ answer: 'allow', params })
  })

  test('another answer of the model', () => {
    expect(parsed({ answer: 'allow', result }, sampled)).toEqual({ answer: 'allow', result })
  })
})

const noPrompt = 'ask: params must be left out unless the request is a prompt (type "sample" without result)'
const noResult = 'ask: result must be left out unless the request has one (type "sample" with result)'
const answers = '"allow" or "deny"'
const scopes = '"session" or "always"'

test.each<[unknown, string]>([
  [undefined, 'ask: its result must be "allow", "deny" or an object with an answer, got undefined'],
  ['yes', 'ask: its result must be "allow", "deny" or an object with an answer, got "yes"'],
  [['allow'], 'ask: its result must be "allow", "deny" or an object with an answer, got an array'],
  [{}, `ask: answer must be ${answers}, got undefined`],
  [{ answer: 'ask' }, `ask: answer must be ${answers}, got "ask"`],
  [{ answer: 'allow', remember: 'ever' }, 'ask: remember must be "session", "always" or an object, got "ever"'],
  [{ answer: 'allow', remember: null }, 'ask: remember must be "session", "always" or an object, got null'],
  [{ answer: 'allow', remember: {} }, `ask: remember.scope must be ${scopes}, got undefined`],
  [{ answer: 'allow', remember: { scope: 'x' } }, `ask: remember.scope must be ${scopes}, got "x"`],
  [{ answer: 'allow', remember: { scope: 'always', args: 1 } }, 'ask: remember.args must be true or false, got 1'],
  [
    { answer: 'allow', remember: { scope: 'always', forMs: 0 } },
    'ask: remember.forMs must be a whole number, 1 or more, got 0',
  ],
  [{ answer: 'allow', params }, noPrompt],
  [{ answer: 'allow', result }, noResult],
])('a call is not answered by %j', (decision, message) => {
  expect(() => parsed(decision)).toThrow(new TypeError(message))
})

test.each<[string, ConsentRequest, object, string]>([
  ['a prompt, once there is an answer', sampled, { params }, noPrompt],
  ['an answer, before there is one', prompt, { result }, noResult],
  ['a prompt that is text', prompt, { params: 'x' }, 'ask: params must be an object, got "x"'],
  [
    'a prompt without tokens',
    prompt,
    { params: { ...params, maxTokens: 0 } },
    'ask: params.maxTokens must be a positive integer',
  ],
  ['an answer that is text', sampled, { result: 'x' }, 'ask: result must be an object, got "x"'],
  ['an answer by the person', sampled, { result: { ...result, role: 'user' } }, 'ask: result.role must be "assistant"'],
  [
    'a prompt, and to be remembered',
    prompt,
    { params, remember: 'session' },
    'ask: remember must be left out of an edited decision',
  ],
  [
    'an answer, and to be remembered',
    sampled,
    { result, remember: 'session' },
    'ask: remember must be left out of an edited decision',
  ],
  [
    'arguments that are to be remembered of a form',
    form,
    { remember: { scope: 'always', args: true } },
    'ask: remember.args must be left out unless the request is a call, got a request of type "elicit"',
  ],
])('an edited answer cannot hold %s', (_, request, more, message) => {
  expect(() => parsed({ answer: 'allow', ...more }, request)).toThrow(new TypeError(message))
})
