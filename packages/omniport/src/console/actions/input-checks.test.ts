import { describe, expect, test } from 'vitest'
import type { ActionName } from '../contract.js'
import { checkInput } from './check-input.js'
import { inputChecks } from './input-checks.js'
import { UsageError } from './usage-error.js'

function problemOf(name: ActionName, input: unknown): string | undefined {
  try {
    checkInput('x', input, inputChecks[name])
    return undefined
  } catch (reason) {
    return reason instanceof UsageError ? reason.message : String(reason)
  }
}

const ofServer = [
  'remove-server',
  'start-server',
  'stop-server',
  'restart-server',
  'refresh-catalogue',
  'sign-in',
  'sign-out',
] as const

test.each(ofServer)('%s names its server', (name) => {
  expect([problemOf(name, { server: 's' }), problemOf(name, {})]).toEqual([
    undefined,
    'x.server must be a string of 1 to 1,000 characters',
  ])
})

const call = { kind: 'call', server: 's', tool: 't', args: {} }

const operate = (request: object) => ({ id: 'a', request })
const answer = (given: object) => ({ id: 'a', answer: given })

describe('inputs that are taken', () => {
  test.each<[ActionName, object]>([
    ['add-server', { name: 's', command: 'node' }],
    ['add-server', { name: 's', revision: '2025-11-25', command: 'c', args: ['a'], env: { a: 'b' }, cwd: '/' }],
    ['add-server', { name: 's', url: 'http://a/', headers: { a: 'b' } }],
    ['set-faults', { server: 's', faults: {} }],
    [
      'set-faults',
      {
        server: 's',
        faults: { delayMs: 0, cutAfter: 1, duplicate: true, stall: false, unauthorized: true, expiredSession: true },
      },
    ],
    [
      'set-faults',
      {
        server: 's',
        faults: {
          delayMs: null,
          cutAfter: null,
          duplicate: null,
          stall: null,
          unauthorized: null,
          expiredSession: null,
        },
      },
    ],
    ['search-tools', { words: '' }],
    ['search-tools', { words: 'a', limit: 1_000 }],
    ['operate', operate(call)],
    ['operate', operate({ ...call, meta: {}, asTask: true, timeoutMs: 86_400_000, validateOutput: false })],
    ['operate', operate({ kind: 'read', server: 's', uri: 'u' })],
    ['operate', operate({ kind: 'get', server: 's', prompt: 'p', args: {} })],
    ['operate', operate({ kind: 'load-skill', server: 's', uri: 'u' })],
    ['operate', operate({ kind: 'read-skill-file', server: 's', uri: 'u', path: 'p' })],
    ['operate', operate({ kind: 'load-app', server: 's', tool: 't' })],
    ['operate', operate({ kind: 'wire', server: 's', tool: 't', args: {} })],
    ['operate', operate({ kind: 'ping', server: 's' })],
    ['operate', operate({ kind: 'raw', server: 's', method: 'm', params: {} })],
    ['cancel-operation', { id: 'a' }],
    ['forget-operations', {}],
    ['forget-operations', { ids: ['a'] }],
    ['complete', { server: 's', ref: { type: 'prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
    [
      'complete',
      { server: 's', ref: { type: 'template', uri: 'u' }, argument: { name: 'a', value: 'b' }, arguments: { c: 'd' } },
    ],
    ['expand-template', { template: 't', values: {} }],
    ['subscribe', { id: 'a', server: 's', filter: {} }],
    ['subscribe', { id: 'a', server: 's', filter: { tools: true, prompts: true, resources: false, uris: ['u'] } }],
    ['unsubscribe', { id: 'a' }],
    ['answer', answer({ type: 'consent', answer: 'allow' })],
    [
      'answer',
      answer({ type: 'consent', answer: 'deny', remember: 'always', onlyTheseArguments: true, params: {}, result: {} }),
    ],
    ['answer', answer({ type: 'consent', answer: 'deny', remember: 'session' })],
    ['answer', answer({ type: 'form', action: 'accept', content: {} })],
    ['answer', answer({ type: 'url', action: 'cancel' })],
    ['answer', answer({ type: 'sample', action: 'answer', result: {} })],
    ['answer', answer({ type: 'sign-in', action: 'cancel' })],
    ['answer', answer({ type: 'input', action: 'answer', value: '' })],
    ['set-roots', { roots: [{ uri: 'file:///', name: '' }, { uri: 'file:///a' }] }],
    ['forget-decision', { id: 'any text' }],
    ['approve-tool', { server: 's' }],
    ['approve-tool', { server: 's', tool: 't', definition: 'd' }],
    ['approve-skill', { server: 's', uri: 'u', definition: 'd' }],
    ['save-test', { operation: 'a', name: 'n' }],
    ['delete-test', { id: 'a' }],
    ['run-tests', { ids: ['a'] }],
    ['run-tests', {}],
    ['clear-timeline', {}],
    ['change-settings', {}],
    ['change-settings', { confirmCalls: 'always', reviewSampling: 'never', timeoutMs: 1, logLevel: null }],
    ...['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'].map(
      (logLevel): [ActionName, object] => ['change-settings', { logLevel }],
    ),
    ['app-call', { app: 'a', tool: 't', args: {} }],
    ['app-read', { app: 'a', uri: 'u' }],
    ['dismiss-notice', { id: 'a' }],
  ])('%s: %j', (name, input) => {
    expect(problemOf(name, input)).toBeUndefined()
  })
})

const kinds = 'call, read, get, load-skill, read-skill-file, load-app, wire, ping, raw'

describe('inputs that are refused', () => {
  test.each<[ActionName, object, string]>([
    ['add-server', {}, 'name must be a string of 1 to 1,000 characters'],
    [
      'add-server',
      { name: 's', revision: '2020' },
      'revision must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28',
    ],
    ['add-server', { name: 's', args: [1] }, 'args[0] must be a string'],
    ['set-faults', { server: 's', faults: { delayMs: 60_001 } }, 'faults.delayMs must be a number from 0 to 60000'],
    ['set-faults', { server: 's', faults: { cutAfter: 0 } }, 'faults.cutAfter must be a number from 1 to 1000000'],
    ['set-faults', { server: 's', faults: { other: true } }, 'has no member'],
    ['search-tools', { words: 'a', limit: 0 }, 'limit must be a number from 1 to 1000'],
    ['operate', operate({}), `request.kind must be one of ${kinds}`],
    ['operate', operate({ kind: 'toString' }), `request.kind must be one of ${kinds}`],
    ['operate', { id: 'a', request: null }, `request.kind must be one of ${kinds}`],
    ['operate', operate({ ...call, timeoutMs: 0 }), 'request.timeoutMs must be a number from 1 to 86400000'],
    ['operate', operate({ ...call, uri: 'u' }), 'has no member'],
    [
      'operate',
      operate({ kind: 'raw', server: 's', method: '' }),
      'request.method must be a string of 1 to 1,000 characters',
    ],
    ['complete', { server: 's', ref: { type: 'x' }, argument: {} }, 'ref.type must be one of prompt, template'],
    ['answer', answer({ type: 'x' }), 'answer.type must be one of consent, form, url, sample, sign-in, input'],
    ['answer', answer({ type: 'consent', answer: 'yes' }), 'answer.answer must be one of allow, deny'],
    ['answer', answer({ type: 'form', action: 'x' }), 'answer.action must be one of accept, decline, cancel'],
    ['answer', answer({ type: 'url', action: 'x' }), 'answer.action must be one of accept, decline, cancel'],
    ['answer', answer({ type: 'sample', action: 'x' }), 'answer.action must be one of answer, decline'],
    ['answer', answer({ type: 'sign-in', action: 'x' }), 'answer.action must be one of cancel'],
    ['answer', answer({ type: 'input', action: 'x' }), 'answer.action must be one of answer, cancel'],
    ['change-settings', { confirmCalls: 'x' }, 'confirmCalls must be one of always, never'],
    ['change-settings', { timeoutMs: 86_400_001 }, 'timeoutMs must be a number from 1 to 86400000'],
    ['clear-timeline', { all: true }, 'x has no member "all"'],
  ])('%s: %j', (name, input, message) => {
    const problem = problemOf(name, input)
    expect(problem).toContain(message)
  })
})
