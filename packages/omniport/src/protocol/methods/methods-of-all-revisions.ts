import * as check from './params.js'

/** Requests that clients of every revision may send, and the check of their parameters. */
export const methodsOfAllRevisions: readonly (readonly [method: string, check.ParamsCheck])[] = [
  ['tools/list', check.listParams],
  ['tools/call', check.callToolParams],
  ['resources/list', check.listParams],
  ['resources/templates/list', check.listParams],
  ['resources/read', check.uriParams],
  ['prompts/list', check.listParams],
  ['prompts/get', check.getPromptParams],
  ['completion/complete', check.completeParams],
]
