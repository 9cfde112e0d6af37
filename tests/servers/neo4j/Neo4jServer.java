import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.QueryExecutionException;

/** Neo4j Community with Bolt on loopback: java -cp 'lib/*' Neo4jServer.java DATA_FOLDER PORT [PASSWORD] */
public class Neo4jServer {
    public static void main(String[] args) throws Exception {
        var address = new SocketAddress("127.0.0.1", Integer.parseInt(args[1]));
        var login = args.length > 2;
        var cache = System.getenv().getOrDefault("NEO4J_PAGECACHE", "512"); // MB
        DatabaseManagementService server = new DatabaseManagementServiceBuilder(Path.of(args[0]))
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, address)
            .setConfig(BoltConnector.advertised_address, address)
            .setConfig(GraphDatabaseSettings.auth_enabled, login)
            .setConfig(GraphDatabaseSettings.pagecache_memory, Long.parseLong(cache) << 20)
            .setConfig(GraphDatabaseSettings.keep_logical_logs, "256M size") // as docs/neo4j.md recommends
            .setConfig(GraphDatabaseSettings.check_point_interval_time, Duration.ofMinutes(1)) // logs go at a checkpoint
            .setConfig(GraphDatabaseSettings.logical_log_rotation_threshold, 1L << 26)
            .setConfig(GraphDatabaseSettings.preallocate_logical_logs, false)
            .build();
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        if (login) {
            try {
                server.database("system").executeTransactionally(
                    "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED", Map.of("password", args[2]));
            } catch (QueryExecutionException refused) { // a folder that was started with this password before
                if (!refused.getMessage().contains("cannot be the same")) throw refused;
            }
        }
        System.out.println("Bolt ready on " + address);
        Thread.currentThread().join();
    }
}
