import { methodsOfAllRevisions } from '../methods/methods-of-all-revisions.js'
import * as check from '../methods/params.js'

/** The methods of legacy clients, each with the check of its parameters. */
export const methods: ReadonlyMap<string, check.ParamsCheck> = new Map([
  ['initialize', check.noParams],
  ['ping', check.noParams],
  ...methodsOfAllRevisions,
  ['resources/subscribe', check.uriParams],
  ['resources/unsubscribe', check.uriParams],
  ['logging/setLevel', check.setLevelParams],
])

/** The methods of tasks where they are part of the protocol. spec: 2025-11-25 basic/utilities/tasks#protocol-messages */
export const taskMethods: ReadonlyMap<string, check.ParamsCheck> = new Map([
  ['tasks/get', check.taskParams],
  ['tasks/list', check.listParams],
  ['tasks/cancel', check.taskParams],
  ['tasks/result', check.taskParams],
])
