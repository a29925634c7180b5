import type { MethodChecks } from '../methods/create-request-decoder.js'
import * as check from '../methods/params.js'

/** The methods of all legacy revisions, each with the check of its parameters. */
export const methods: MethodChecks = {
  initialize: check.noParams,
  ping: check.noParams,
  'tools/list': check.listParams,
  'tools/call': check.callToolParams,
  'resources/list': check.listParams,
  'resources/templates/list': check.listParams,
  'resources/read': check.uriParams,
  'resources/subscribe': check.uriParams,
  'resources/unsubscribe': check.uriParams,
  'prompts/list': check.listParams,
  'prompts/get': check.getPromptParams,
  'completion/complete': check.completeParams,
  'logging/setLevel': check.setLevelParams,
}

/** The methods that are added where tasks are part of the protocol. spec: 2025-11-25 basic/utilities/tasks#protocol-messages */
export const taskMethods: MethodChecks = {
  'tasks/get': check.taskParams,
  'tasks/list': check.listParams,
  'tasks/cancel': check.taskParams,
  'tasks/result': check.taskParams,
}
