import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { serverMetadataUrls } from '../../server-metadata-urls.js'
import { safeUrl } from '../check-options.js'
import { type DocumentSource, fetchDocument } from './fetch-document.js'

/** The pause between a failure and the next attempt. */
const pauseMs = 5_000

/**
 * The metadata of an issuer, fetched when first needed and cached.
 *
 * spec: basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 */
export class IssuerMetadata {
  readonly #issuer: string
  readonly #source: DocumentSource
  #document: Promise<Readonly<Record<string, unknown>>> | undefined
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(issuer: string, source: DocumentSource) {
    this.#issuer = issuer
    this.#source = source
  }

  /** Returns a URL of the metadata. @throws OmniportError `unreachable` or `timeout` */
  async url(member: string): Promise<string> {
    const value = (await this.#load())[member]
    try {
      safeUrl(member, value)
    } catch {
      this.#fail()
      throw new OmniportError('unreachable', `The metadata of ${this.#issuer} has no valid ${member}`)
    }
    return value as string // `safeUrl` has checked it
  }

  /** Discards the metadata, to fetch it again after a pause. */
  #fail(): void {
    this.#document = undefined
    this.#failedAt = this.#source.runtime.now()
  }

  #load(): Promise<Readonly<Record<string, unknown>>> {
    if (this.#document === undefined) {
      const { runtime } = this.#source
      if (runtime.now() - this.#failedAt < pauseMs) {
        return Promise.reject(new OmniportError('unreachable', `${this.#issuer} could not be read a moment ago`))
      }
      this.#document = this.#discover().catch((error: unknown) => {
        this.#fail()
        throw error
      })
    }
    return this.#document
  }

  async #discover(): Promise<Readonly<Record<string, unknown>>> {
    for (const { href } of serverMetadataUrls(new URL(this.#issuer))) {
      const document = await fetchDocument(href, { headers: { accept: 'application/json' } }, this.#source)
      if (document === undefined) continue
      if (isObject(document) && document['issuer'] === this.#issuer) return document
      throw new OmniportError('unreachable', `The metadata at ${href} names another issuer than ${this.#issuer}`)
    }
    throw new OmniportError('unreachable', `${this.#issuer} publishes no metadata`)
  }
}
