import type { AnyObjectSchema } from '../server/zod-compat.js'
import {
  type ListChangedHandlers,
  type ListChangedOptions,
  ListChangedOptionsBaseSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  type ServerCapabilities,
  ToolListChangedNotificationSchema,
} from '../types.js'

type Kind = keyof ListChangedHandlers

/** The client whose lists change. */
export interface ListingClient {
  fetch(kind: Kind): Promise<unknown[]>
  listen(schema: AnyObjectSchema, handler: () => void): void
}

/** Sets the handlers of the lists that the server tells changes of. @throws Error for options that are not valid. */
export function handleListChanges(
  handlers: ListChangedHandlers,
  capabilities: ServerCapabilities | undefined,
  client: ListingClient,
): void {
  for (const [kind, schema] of schemas()) {
    const options = handlers[kind] as ListChangedOptions<unknown> | undefined
    if (options && capabilities?.[kind]?.listChanged) client.listen(schema, createHandler(kind, options, client))
  }
}

function schemas(): [Kind, AnyObjectSchema][] {
  return [
    ['tools', ToolListChangedNotificationSchema],
    ['prompts', PromptListChangedNotificationSchema],
    ['resources', ResourceListChangedNotificationSchema],
  ]
}

function createHandler(kind: Kind, options: ListChangedOptions<unknown>, client: ListingClient): () => void {
  const parsed = ListChangedOptionsBaseSchema.safeParse(options)
  if (!parsed.success) throw new Error(`Invalid ${kind} listChanged options: ${parsed.error.message}`)
  const { onChanged } = options
  if (typeof onChanged !== 'function') {
    throw new Error(`Invalid ${kind} listChanged options: onChanged must be a function`)
  }
  const { autoRefresh, debounceMs } = parsed.data
  const refresh = async () => {
    if (!autoRefresh) return onChanged(null, null)
    try {
      onChanged(null, await client.fetch(kind))
    } catch (error) {
      onChanged(error instanceof Error ? error : new Error(String(error)), null)
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    if (debounceMs > 0) timer = setTimeout(refresh, debounceMs)
    else void refresh()
  }
}
