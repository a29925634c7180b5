import * as z from 'zod/v4'
import { lazySchema } from './lazy-schema.js'

/** The `_meta` of requests, notifications and results. Other members are kept. */
export const RequestMetaSchema: z.ZodObject<
  {
    progressToken: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodNumber]>>
    'io.modelcontextprotocol/related-task': z.ZodOptional<z.ZodObject<{ taskId: z.ZodString }, z.core.$strip>>
  },
  z.core.$loose
> = lazySchema(() =>
  z.looseObject({
    progressToken: z.union([z.string(), z.number().int()]).optional(),
    'io.modelcontextprotocol/related-task': z.object({ taskId: z.string() }).optional(),
  }),
)
