import type { BindInput } from '../bind/bind-input.ts'
import type { CustomBinder as BinderOf } from '../bind/custom-binder.ts'
import type { Ctx } from '../ctx/ctx.ts'

/** What an app registers: its binders are given the Ctx. Those of other frameworks have a `BindInput`. */
export type CustomBinder<C extends BindInput = Ctx> = BinderOf<C>
