import { revisions } from '../../entries/index.js'
import type { ActionName } from '../contract.js'
import { isObject } from '../recording/read-message.js'
import {
  anything,
  checkInput,
  flag,
  type InputCheck,
  id,
  listOf,
  members,
  name,
  nullable,
  object,
  ofRange,
  oneOf,
  optional,
  text,
  texts,
} from './check-input.js'
import { UsageError } from './usage-error.js'

type Checks = Readonly<Record<string, InputCheck>>

/** Picks the checks by a member that tells the kinds apart. */
function byKind(kindName: string, kinds: Readonly<Record<string, Checks>>): InputCheck {
  return (path, value) => {
    const kind = isObject(value) ? value[kindName] : undefined
    if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
      throw new UsageError(`${path}.${kindName} must be one of ${Object.keys(kinds).join(', ')}`)
    }
    checkInput(path, value, { ...kinds[kind], [kindName]: anything })
  }
}

const milliseconds = ofRange(1, 86_400_000)

const operationRequest: InputCheck = byKind('kind', {
  call: {
    server: name,
    tool: name,
    args: object,
    meta: optional(object),
    asTask: optional(flag),
    timeoutMs: optional(milliseconds),
    validateOutput: optional(flag),
  },
  read: { server: name, uri: name },
  get: { server: name, prompt: name, args: texts },
  'load-skill': { server: name, uri: name },
  'read-skill-file': { server: name, uri: name, path: name },
  'load-app': { server: name, tool: name },
  wire: { server: name, tool: name, args: object },
  ping: { server: name },
  raw: { server: name, method: name, params: optional(object) },
})

const personAnswer: InputCheck = byKind('type', {
  consent: {
    answer: oneOf('allow', 'deny'),
    remember: optional(oneOf('session', 'always')),
    onlyTheseArguments: optional(flag),
    params: optional(object),
    result: optional(object),
  },
  form: { action: oneOf('accept', 'decline', 'cancel'), content: optional(object) },
  url: { action: oneOf('accept', 'decline', 'cancel') },
  sample: { action: oneOf('answer', 'decline'), result: optional(object) },
  'sign-in': { action: oneOf('cancel') },
  input: { action: oneOf('answer', 'cancel'), value: optional(text) },
})

const newServer: Checks = {
  name,
  revision: optional(oneOf(...revisions)),
  command: optional(name),
  args: optional(listOf(text)),
  env: optional(texts),
  cwd: optional(name),
  url: optional(name),
  headers: optional(texts),
}

const faults: InputCheck = members({
  delayMs: optional(nullable(ofRange(0, 60_000))),
  cutAfter: optional(nullable(ofRange(1, 1_000_000))),
  duplicate: optional(nullable(flag)),
  stall: optional(nullable(flag)),
  unauthorized: optional(nullable(flag)),
  expiredSession: optional(nullable(flag)),
})

const filter: InputCheck = members({
  tools: optional(flag),
  prompts: optional(flag),
  resources: optional(flag),
  uris: optional(listOf(name)),
})

const ofServer: Checks = { server: name }

/** The checks of what the page sends with each action. */
export const inputChecks: Readonly<Record<ActionName, Checks>> = {
  'add-server': newServer,
  'remove-server': ofServer,
  'start-server': ofServer,
  'stop-server': ofServer,
  'restart-server': ofServer,
  'refresh-catalogue': ofServer,
  'set-faults': { server: name, faults },
  'search-tools': { words: text, limit: optional(ofRange(1, 1_000)) },
  operate: { id, request: operationRequest },
  'cancel-operation': { id },
  'forget-operations': { ids: optional(listOf(id)) },
  complete: {
    server: name,
    ref: byKind('type', { prompt: { name }, template: { uri: name } }),
    argument: members({ name, value: text }),
    arguments: optional(texts),
  },
  'expand-template': { template: name, values: texts },
  subscribe: { id, server: name, filter },
  unsubscribe: { id },
  answer: { id, answer: personAnswer },
  'sign-in': ofServer,
  'sign-out': ofServer,
  'set-roots': { roots: listOf(members({ uri: name, name: optional(text) })) },
  'forget-decision': { id: name },
  'approve-tool': { server: name, tool: optional(name), definition: optional(text) },
  'approve-skill': { server: name, uri: name, definition: optional(text) },
  'save-test': { operation: id, name },
  'delete-test': { id },
  'run-tests': { ids: optional(listOf(id)) },
  'clear-timeline': {},
  'change-settings': {
    confirmCalls: optional(oneOf('always', 'never')),
    reviewSampling: optional(oneOf('always', 'never')),
    timeoutMs: optional(milliseconds),
    logLevel: optional(
      nullable(oneOf('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency')),
    ),
  },
  'app-call': { app: id, tool: name, args: object },
  'app-read': { app: id, uri: name },
  'dismiss-notice': { id },
}
