import { methodsOfAllRevisions } from '../methods/methods-of-all-revisions.js'
import * as check from '../methods/params.js'

/** The methods of modern clients, each with the check of its parameters. */
export const methods: ReadonlyMap<string, check.ParamsCheck> = new Map([
  ['server/discover', check.noParams],
  ...methodsOfAllRevisions,
  ['subscriptions/listen', check.listenParams],
])
