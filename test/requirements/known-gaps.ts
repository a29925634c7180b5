import type { RequirementId } from './requirements.js'

/** The MUST requirements that no test verifies, each with the reason. A test that verifies one takes its line away. */
export const knownGaps = {
  'INT-16': 'HTTP',
  'STDIO-20': 'no test yet: the suite for custom transports',
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
  'ERR-05': 'HTTP',
  'ERR-08': 'no test yet: error codes of the modern era',
  'ERR-14': 'HTTP',
} as const satisfies Partial<Record<RequirementId, string>>
