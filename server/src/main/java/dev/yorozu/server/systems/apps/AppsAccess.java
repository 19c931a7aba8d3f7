package dev.yorozu.server.systems.apps;

import dev.yorozu.app.App;
import dev.yorozu.credential.Credential;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Scope;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.credential.CredentialGate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.apps.open.AppQuotas;
import dev.yorozu.server.systems.apps.open.OpenApp;
import dev.yorozu.server.systems.apps.open.OpenApps;
import java.util.Set;

/** Who calls, and for which app: the credential must have the scope of what it asks within the realm of that app. */
record AppsAccess(CredentialGate gate, OpenApps apps, IdempotentCalls idempotent, AppQuotas quotas) {
    static final String MISPLACED = "A key of an app holds what it should not";

    /** Answers a call for an app. */
    @FunctionalInterface
    interface Work {
        Reply answer(Call call, OpenApp app) throws Exception;
    }

    /** For calls that look. */
    Endpoint reading(String action, Work work) {
        return reading(action, work, work);
    }

    /**
     * For calls that look, and change a little by that.
     *
     * @param only the same for a credential that may change nothing
     */
    Endpoint reading(String action, Work work, Work only) {
        return Gate.sound(MISPLACED, call -> {
            Caller caller = admitted(call, action, Permission.READ);
            boolean writes = caller.credential().rights().permits(Set.of(Permission.WRITE));
            return (writes ? work : only).answer(call, caller.app());
        });
    }

    /** For calls that change what is there, or end it. */
    Endpoint changing(String action, Work work) {
        return Gate.sound(
                MISPLACED,
                call -> work.answer(
                        call, admitted(call, action, Permission.WRITE).app()));
    }

    /** For calls that make something: within the quota, and once for each key that a client gives. */
    Endpoint creating(String action, Work work) {
        return Gate.sound(MISPLACED, call -> {
            Caller caller = admitted(call, action, Permission.WRITE);
            return idempotent.answer(call, caller, () -> {
                if (quotas.areUsedUp(caller.app().app())) {
                    throw AppsErrors.QUOTA.exception();
                }
                return work.answer(call, caller.app());
            });
        });
    }

    /** A credential, and the app that it is used for. */
    record Caller(Credential credential, OpenApp app) {}

    private Caller admitted(Call call, String action, Permission permission) {
        String name = call.parameter("app");
        if (!App.isName(name)) {
            gate.identify(call);
            throw AppsErrors.FORBIDDEN.exception();
        }
        Credential credential = gate.require(call, new Scope(Scope.realmOf(name), action), permission);
        return new Caller(credential, apps.find(name).orElseThrow(AppsErrors.NO_APP::exception));
    }
}
