import { useEffect, useState } from 'preact/hooks'
import type { Operation } from '../api/contract.js'
import { useApp } from '../state/app.js'

/** The operation with its result: a large one is loaded. */
export function useWhole(operation: Operation | undefined): Operation | undefined {
  const { api, ui } = useApp()
  const [whole, setWhole] = useState<Operation | undefined>(undefined)
  const left = operation?.isResultLeftOut === true ? operation.id : undefined
  useEffect(() => {
    if (left !== undefined) void api.operation(left).then(setWhole, () => ui.toast('The result is gone.'))
  }, [left])
  return whole !== undefined && whole.id === operation?.id ? whole : operation
}
