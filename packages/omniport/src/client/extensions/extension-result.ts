import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import type { CallOptions } from '../call-options.js'
import type { ClientServices } from '../client-services.js'
import type { ExtensionResultRunner } from './extension-result-runner.js'

/** A result whose type belongs to an extension. */
export interface ExtensionResult {
  readonly type: 'extended'
  readonly resultType: string
  /** As the server sent it. */
  readonly result: Readonly<Record<string, unknown>>
  readonly profile: RevisionProfile
}

/** Gets such a result in place of the extension that knows its type. What it gives is what the request gives, unchecked. */
export type OnExtensionResult = (
  extensionResult: ExtensionResult,
  runner: ExtensionResultRunner,
) => Promise<Readonly<Record<string, unknown>>>

/**
 * Lets the extension that a result belongs to lead it to what its method promises.
 *
 * Rejects as `ResultType.run` does, with OmniportError `invalid_result`, or with what ends the call.
 */
export async function resolveExtensionResult(
  { resultType, result }: ExtensionResult,
  runner: ExtensionResultRunner,
  { services, options = {} }: { readonly services: ClientServices; readonly options: CallOptions | undefined },
): Promise<Readonly<Record<string, unknown>>> {
  const { signal } = options
  const definition = services.extensions.resultTypes.get(resultType)
  if (definition === undefined) throw new TypeError(`No extension has results of the type "${resultType}"`) // the codec saw to that
  const maxTimeoutMs = options.maxTimeoutMs ?? (definition.mayTakeLong === true ? undefined : services.maxTimeoutMs)
  return runner.decodeFinal(await runner.run((ctx) => definition.run(result, ctx), { signal, maxTimeoutMs }))
}
