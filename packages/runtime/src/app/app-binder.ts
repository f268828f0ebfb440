import type { Bindable, CustomBinder as BinderOf } from '../bind/reading/bind-input.ts'
import type { Ctx } from '../ctx/ctx.ts'

/** A binder registered with an app, which receives the Ctx. In other frameworks it receives a `BindInput`. */
export type CustomBinder<C extends Bindable = Ctx> = BinderOf<C>
