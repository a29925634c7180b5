import type { HandlerCase } from './handler-case.js'
import { capabilities } from './handlers/capabilities.js'
import { elsewhere } from './handlers/elsewhere.js'
import { failures } from './handlers/failures.js'
import { forms } from './handlers/forms.js'
import { holding } from './handlers/holding.js'
import { once } from './handlers/once.js'
import { sequence } from './handlers/sequence.js'
import { together } from './handlers/together.js'

/** Everything a handler does with questions. */
export const handlers: readonly HandlerCase[] = [
  sequence,
  together,
  once,
  failures,
  holding,
  forms,
  capabilities,
  elsewhere,
].flat()
