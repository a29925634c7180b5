import type { MethodChecks } from '../methods/create-request-decoder.js'
import * as check from '../methods/params.js'

/** The methods of 2026-07-28, each with the check of its parameters. */
export const methods: MethodChecks = {
  'server/discover': check.noParams,
  'tools/list': check.listParams,
  'tools/call': check.callToolParams,
  'resources/list': check.listParams,
  'resources/templates/list': check.listParams,
  'resources/read': check.uriParams,
  'prompts/list': check.listParams,
  'prompts/get': check.getPromptParams,
  'completion/complete': check.completeParams,
  'subscriptions/listen': check.listenParams,
}
