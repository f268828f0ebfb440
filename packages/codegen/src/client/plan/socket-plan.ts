import { typeHoldsBigints } from '../../model/bound-fields.ts'
import type { Operation } from '../../openapi/model/operation.ts'
import type { MessagePlan, Role, SocketPlan } from './client-plan.ts'
import type { ValuePlans } from './value-plans.ts'

/** The messages of a WebSocket in JSON, which every socket reads. */
export function planSocket(
  { module, name }: NonNullable<Operation['socket']>,
  plans: ValuePlans,
): SocketPlan {
  const socket = module.sockets.find((one) => one.name === name)
  const plan = (message: string | undefined, role: Role): MessagePlan | undefined => {
    const body = module.bodies.find((one) => one.name === message)
    if (body === undefined) return undefined
    const { type } = body.value
    const isExact = typeHoldsBigints(type, module)
    const isZero = role === 'input' && body.missing === 'zero'
    const place = { module, role, source: 'json', isExact, isZero, isSplitting: false } as const
    return { value: plans.of(type, place), isExact }
  }
  return { sends: plan(socket?.receive, 'input'), gets: plan(socket?.send, 'answer') }
}
