import { parseWithCompat } from '../schemas/method-literal.js'
import type { AnySchema } from '../server/zod-compat.js'
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  GetPromptRequestSchema,
  InitializedNotificationSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ProgressNotificationSchema,
  RELATED_TASK_META_KEY,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '../types.js'
import { isMeta, isRecord, isRequestId } from './message-kind.js'

type Params = Record<string, unknown>
type CheckMember = (value: unknown) => boolean
/** The members of `params` that a schema knows, with their checks. */
type Members = Readonly<Record<string, CheckMember>>

interface QuickSchema {
  readonly method: string
  readonly members: Members
  /** True if `params` may be absent. */
  readonly isOptional: boolean
}

/**
 * Checks a request or notification against the schema of its handler and gives what the schema gives. The schemas of the
 * protocol's common messages are checked by hand; what that check does not accept is left to the schema.
 */
export function parseCall(schema: AnySchema, message: { readonly method: string; readonly params?: unknown }): unknown {
  const quick = quickSchemas().get(schema)
  return (quick && parseQuickly(quick, message)) ?? parseWithCompat(schema, message)
}

function parseQuickly(
  { method, members, isOptional }: QuickSchema,
  message: { readonly method: string; readonly params?: unknown },
): unknown {
  if (message.method !== method) return undefined
  const { params } = message
  if (params === undefined) return isOptional ? { method } : undefined
  if (!isRecord(params)) return undefined
  const parsed: Params = {}
  for (const name in members) {
    const value = params[name]
    const check = members[name]
    if (check === undefined || !check(value)) return undefined
    if (value !== undefined) parsed[name] = value
  }
  return { method, params: parsed }
}

const isString: CheckMember = (value) => typeof value === 'string'
const isOptionalString: CheckMember = (value) => value === undefined || typeof value === 'string'
const isNumber: CheckMember = (value) => typeof value === 'number' && Number.isFinite(value)
const isOptionalNumber: CheckMember = (value) => value === undefined || isNumber(value)
const isAbsent: CheckMember = (value) => value === undefined
const isOptionalId: CheckMember = (value) => value === undefined || isRequestId(value)
const isPlainMeta: CheckMember = (value) =>
  value === undefined || (isPlain(value) && isMeta(value) && !(RELATED_TASK_META_KEY in value))
const isOptionalRecord: CheckMember = (value) => value === undefined || isPlain(value)
const isOptionalStrings: CheckMember = (value) =>
  value === undefined || (isPlain(value) && Object.values(value).every(isString))

function isPlain(value: unknown): value is Params {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, '__proto__')
}

let table: ReadonlyMap<AnySchema, QuickSchema> | undefined

function quickSchemas(): ReadonlyMap<AnySchema, QuickSchema> {
  table ??= createTable()
  return table
}

function createTable(): ReadonlyMap<AnySchema, QuickSchema> {
  const meta = { _meta: isPlainMeta }
  const page = { ...meta, cursor: isOptionalString }
  const uri = { ...meta, uri: isString }
  const call = { ...meta, task: isAbsent, name: isString, arguments: isOptionalRecord }
  const prompt = { ...meta, name: isString, arguments: isOptionalStrings }
  const cancelled = { ...meta, requestId: isOptionalId, reason: isOptionalString }
  const progress = {
    ...meta,
    progress: isNumber,
    total: isOptionalNumber,
    message: isOptionalString,
    progressToken: isRequestId,
  }
  const rows: [AnySchema, string, Members, boolean?][] = [
    [CallToolRequestSchema, 'tools/call', call],
    [ListToolsRequestSchema, 'tools/list', page, true],
    [ListResourcesRequestSchema, 'resources/list', page, true],
    [ListResourceTemplatesRequestSchema, 'resources/templates/list', page, true],
    [ReadResourceRequestSchema, 'resources/read', uri],
    [SubscribeRequestSchema, 'resources/subscribe', uri],
    [UnsubscribeRequestSchema, 'resources/unsubscribe', uri],
    [ListPromptsRequestSchema, 'prompts/list', page, true],
    [GetPromptRequestSchema, 'prompts/get', prompt],
    [PingRequestSchema, 'ping', meta, true],
    [InitializedNotificationSchema, 'notifications/initialized', meta, true],
    [CancelledNotificationSchema, 'notifications/cancelled', cancelled],
    [ProgressNotificationSchema, 'notifications/progress', progress],
  ]
  return new Map(rows.map(([schema, method, members, isOptional = false]) => [schema, { method, members, isOptional }]))
}
