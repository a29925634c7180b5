import * as z from 'zod/v4'
import { parseUrl } from '#core/http'
import { isBase64 } from './is-base64.js'

export type AnyObject = z.ZodCustom<object, object>

/** Any object, with whatever members. */
export function anyObject(): AnyObject {
  return z.custom<object>((value) => value !== null && (typeof value === 'object' || typeof value === 'function'))
}

/** Text that `atob` decodes. */
export function base64(): z.ZodString {
  return z.string().refine(isBase64, { message: 'Invalid Base64 string' })
}

type OpenRecord = z.ZodRecord<z.ZodString, z.ZodUnknown>

export type ElicitationCapability = z.ZodPipe<
  z.ZodTransform<unknown, unknown>,
  z.ZodIntersection<
    z.ZodObject<
      {
        form: z.ZodOptional<
          z.ZodIntersection<z.ZodObject<{ applyDefaults: z.ZodOptional<z.ZodBoolean> }, z.core.$strip>, OpenRecord>
        >
        url: z.ZodOptional<AnyObject>
      },
      z.core.$strip
    >,
    z.ZodOptional<OpenRecord>
  >
>

/** The capability of elicitation, whose empty form of former revisions means forms. */
export function elicitationCapability(): ElicitationCapability {
  const form = z.intersection(z.object({ applyDefaults: z.boolean().optional() }), openRecord())
  const modes = z.object({ form: form.optional(), url: anyObject().optional() })
  const input = z.intersection(modes, openRecord().optional())
  return z.preprocess(withForm, input) as unknown as ElicitationCapability // newer versions of zod say it more exactly
}

function openRecord(): OpenRecord {
  return z.record(z.string(), z.unknown())
}

function withForm(value: unknown): unknown {
  const isEmpty =
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  return isEmpty ? { form: {} } : value
}

type ElicitedValue = z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodArray<z.ZodString>]>

export type ElicitContent = z.ZodPipe<
  // biome-ignore lint/complexity/noBannedTypes: as the official declarations have it.
  z.ZodTransform<{} | undefined, unknown>,
  z.ZodOptional<z.ZodRecord<z.ZodString, ElicitedValue>>
>

/** What a user filled in. Some clients write null for nothing. */
export function elicitContent(): ElicitContent {
  const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
  const content = z.record(z.string(), value).optional()
  return z.preprocess((given) => (given === null ? undefined : given), content) as unknown as ElicitContent
}

const scriptSchemes: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:'])

/** A URL that can be parsed, and whose scheme is not that of a script. */
export function safeUrl(): z.ZodURL {
  return z
    .url()
    .superRefine((text, context) => {
      if (parseUrl(text) !== undefined) return
      context.addIssue({ code: 'custom', message: 'URL must be parseable', fatal: true })
    })
    .refine((text) => parseUrl(text) !== undefined && !scriptSchemes.has(new URL(text).protocol), {
      message: 'URL cannot use javascript:, data:, or vbscript: scheme',
    })
}

export type OptionalSafeUrl = z.ZodUnion<
  [z.ZodOptional<z.ZodURL>, z.ZodPipe<z.ZodLiteral<''>, z.ZodTransform<undefined, ''>>]
>

/** A URL, or an empty text that means none. */
export function optionalSafeUrl(url: z.ZodURL): OptionalSafeUrl {
  return z.union([url.optional(), z.literal('').transform(() => undefined)])
}
