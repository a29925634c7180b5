import type { RequirementId } from './requirements.js'

/** The MUST requirements that no test verifies, each with the reason. A test that verifies one takes its line away. */
export const knownGaps = {
  'STDIO-20': 'no test yet: the suite for custom transports',
  'HTTP-64': 'a gateway',
  'CAN-04': 'tasks of 2025-11-25',
  'PRO-08': 'tasks of 2025-11-25',
  'CACHE-14': 'authorization',
  'TOOL-08': 'a decision of the host',
  'TOOL-29': 'authorization',
  'TOOL-30': 'rate limits',
  'TOOL-34': 'tasks of 2025-11-25',
  'COMP-08': 'rate limits',
  'ICON-01': 'a client that renders icons',
  'ICON-03': 'a client that renders icons',
  'ICON-04': 'a client that renders icons',
  'SEC-01': 'authorization',
  'SEC-02': 'authorization',
  'SEC-03': 'authorization',
  'SEC-04': 'authorization',
  'SEC-05': 'authorization',
  'SEC-06': 'authorization',
  'SEC-09': 'questions of the modern era',
  'SEC-10': 'a decision of the host',
  'SEC-13': 'authorization',
  'ERR-08': 'no test yet: error codes of the modern era',
} as const satisfies Partial<Record<RequirementId, string>>
