export function toSampleOptions(
  values: {
    readonly sample: string
    readonly seed?: string
    readonly layer?: readonly string[]
    readonly quick?: boolean
    readonly beside?: boolean
  },
  root: string,
): { readonly count: number; readonly seed: number; readonly stages: number; readonly parts?: readonly string[] }

export function refuseWithoutSample(values: {
  readonly sample?: string
  readonly seed?: string
  readonly layer?: readonly string[]
  readonly beside?: boolean
}): void

export function isIn(file: string, part: string): boolean
