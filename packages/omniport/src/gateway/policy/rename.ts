import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Exchange, Middleware, Serve } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { checkOptions, type OptionChecks } from '../../values/options/check-options.js'
import { itemsOf, type ListForm, lists, type Members, ResultMapper } from './policy-list.js'
import { type PolicyKind, targetOf } from './policy-target.js'
import { withRawResults } from './raw-results.js'
import { type Redescription, RenamedNames, type Renaming, redescriptions, renamings } from './renamed-names.js'
import { isUnknown, refuseUnknown } from './unknown-target.js'

/** Options of `rename`. */
export interface RenameOptions {
  /** By the name that the server uses; a string is the new name. */
  readonly tools?: Readonly<Record<string, string | Renaming>> | undefined
  /** By the name that the server uses; a string is the new name. */
  readonly prompts?: Readonly<Record<string, string | Renaming>> | undefined
  /** By URI, or by that of a template as it is written. */
  readonly resources?: Readonly<Record<string, Redescription>> | undefined
}

/**
 * Middleware that gives tools and prompts other names, and definitions other titles and descriptions: in lists, calls,
 * completions and errors of unknown names, in every revision. A new name that another definition has already takes its place.
 * Texts that a server writes, such as the message of a failed tool, keep its own names.
 *
 * @throws TypeError naming an option that cannot be used, or a name that is given twice.
 */
export function rename(options: RenameOptions): Middleware {
  const { tools, prompts, resources } = checkOptions('rename', options, checks)
  const names: Names = {
    tool: new RenamedNames('tools', tools),
    prompt: new RenamedNames('prompts', prompts),
    resource: new RenamedNames('resources', resources),
  }
  const changed = [...lists].filter(([, { kind }]) => !names[kind].isEmpty)
  const mappers = new Map(changed.map(([method, form]) => [method, createMapper(names[form.kind], form)]))
  return withRawResults((next) => (message, exchange) => {
    const mapper = mappers.get(message.method)
    if (mapper !== undefined) return serveList(next(message, exchange), mapper, exchange.revision)
    return serveNamed(message, exchange, { names, next })
  })
}

const checks: OptionChecks<RenameOptions> = { tools: renamings, prompts: renamings, resources: redescriptions }

type Names = Readonly<Record<PolicyKind, RenamedNames>>

type Served = Promise<RpcResponse | undefined>

async function serveList(served: Served, mapper: ResultMapper, revision: Revision): Served {
  const response = await served
  return response && mapper.map(response, revision)
}

function createMapper(names: RenamedNames, form: ListForm): ResultMapper {
  return new ResultMapper((result, revision) => {
    const items = itemsOf(result, form).flatMap(({ name, item }) => {
      const newName = names.toNew(name)
      return newName === undefined ? [] : [describeAnew({ ...item, [form.key]: newName }, names.of(name), revision)]
    })
    return { ...result, [form.items]: items }
  })
}

/** Before titles stood beside the name, tools had one among their annotations. */
function describeAnew(item: Members, { title, description }: Redescription = {}, revision: Revision): Members {
  const { annotations } = item
  const hasOldTitle = isObject(annotations) && annotations['title'] !== undefined
  return {
    ...item,
    ...(title !== undefined && profileOf(revision).titles && { title }),
    ...(title !== undefined && hasOldTitle && { annotations: { ...annotations, title } }),
    ...(description !== undefined && { description }),
  }
}

async function serveNamed(
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
  { names, next }: { readonly names: Names; readonly next: Serve },
): Served {
  const target = targetOf(message)
  if (target === undefined || names[target.kind].isEmpty) return next(message, exchange)
  const old = names[target.kind].toOld(target.name)
  if (old === undefined) return refuseUnknown(message, target, exchange)
  const response = await next(old === target.name ? message : withName(message, old), exchange)
  return isUnknown(response, target) ? refuseUnknown(message, target, exchange) : response
}

/** Tools and prompts are named by their name; URIs stay. */
function withName(message: RpcRequest | RpcNotification, name: string): RpcRequest | RpcNotification {
  const { params } = message
  if (message.method !== 'completion/complete') return { ...message, params: { ...params, name } }
  return { ...message, params: { ...params, ref: { ...(params?.['ref'] as object), name } } }
}
