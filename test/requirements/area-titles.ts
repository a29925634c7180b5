import type { RequirementId } from './requirements.js'

/** An area of the manifest: what its ids begin with. */
export type Area = RequirementId extends infer Id ? (Id extends `${infer Name}-${string}` ? Name : never) : never

/** What each area is about. */
export const areaTitles = {
  BASE: 'messages, ids, batches, _meta, statelessness',
  VER: 'versions and lifecycle',
  INT: 'interworking of the eras',
  CAP: 'capabilities',
  STDIO: 'stdio and custom transports',
  SSE: 'the transport of 2024-11-05, HTTP with SSE',
  HTTP: 'Streamable HTTP',
  CAN: 'cancellation',
  PRO: 'progress',
  PING: 'ping',
  SUB: 'subscriptions and notices of change',
  MRTR: 'results that ask, and retries that answer',
  CACHE: 'caching hints',
  PAG: 'pagination',
  TOOL: 'tools',
  RES: 'resources',
  PROMPT: 'prompts',
  COMP: 'completion',
  LOG: 'logging',
  ROOT: 'roots',
  SAMP: 'sampling',
  ELI: 'elicitation',
  TASK: 'tasks of 2025-11-25',
  TASKX: 'tasks as an extension',
  JSCH: 'JSON Schema',
  ICON: 'icons and identity',
  AUTH: 'authorization over HTTP',
  CC: 'client credentials, an extension',
  EMA: 'authorization managed by an enterprise, an extension',
  SEC: 'security best practices',
  HOST: 'hosts',
  ERR: 'error codes',
  DEPR: 'what is deprecated or removed',
  APPS: 'tools with a user interface, an extension',
  SKILL: 'skills, an extension',
} as const satisfies Record<Area, string>
