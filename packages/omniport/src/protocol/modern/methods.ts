import { methodsOfAllRevisions } from '../methods/methods-of-all-revisions.js'
import * as check from '../methods/params.js'

/** What a client may ask under 2026-07-28, and the check of its parameters. */
export const methods: ReadonlyMap<string, check.ParamsCheck> = new Map([
  ['server/discover', check.noParams],
  ...methodsOfAllRevisions,
  ['subscriptions/listen', check.listenParams],
])
