import { createGuardedFetch } from '../../ssrf-guard/create-guarded-fetch.js'
import type * as onNode from './open-guarded-fetch.js'

export const openGuardedFetch: typeof onNode.openGuardedFetch = async (options) =>
  createGuardedFetch((input, init) => fetch(input, init), options)
